import { CATEGORIES } from './categories.ts'
import type { FactType } from './fact-types.ts'
import { fieldsTable } from './fields-table.ts'
import type { Schema } from './schema.ts'
import type { WebhookType } from './webhook-schemas.ts'

export type EventsPage = {
  readonly facts: readonly FactType[]
  readonly webhooks: readonly WebhookType[]
  readonly schemas: Readonly<Record<string, Schema>>
  readonly envelope: Schema
}

/** The text of docs/events.md: every fact and every webhook event, for people. */
export function eventsPage(page: EventsPage): string {
  const parts = [
    INTRODUCTION,
    contents(page),
    envelope(page),
    ...categories(page),
    ...webhooks(page),
  ]
  return `${parts.join('\n\n')}\n`
}

const INTRODUCTION = `# Events

Everything that happens: the facts that the log keeps and the stream EVENTS publishes, and the events that are posted
to webhooks. \`npm run docs\` writes this page from the types in \`domain/*/events.ts\` and \`contract/\`. The same for
programs: [asyncapi.json](asyncapi.json), and a JSON Schema of each at \`GET /api/v1/schemas/{name}\`.

- A fact is never edited. Its type may gain fields, and a list of values may gain values: ignore those you do not know.
- A field marked *personal* is about a person, or is text that a person wrote. The stream lacks it under
  \`RELAY_CONTENT=ids\`.
- A field marked *raw* is a provider's or an endpoint's own data. It is in the log only.
- An *optional* field may be absent; any other field is present, though it may be null.`

function contents({ facts }: EventsPage): string {
  const rows = CATEGORIES.map((category) => {
    const names = facts
      .filter((fact) => fact.category === category)
      .map(({ name }) => `[${name}](#${name.toLowerCase()})`)
    return `| [${category.name}](#${category.name.toLowerCase()}) | ${names.join(', ')} |`
  })
  return ['## Facts', '| Category | Facts |\n|---|---|', ...rows].join('\n').replace('\n|', '\n\n|')
}

function envelope({ envelope }: EventsPage): string {
  return `## CloudEvent

A fact in the stream EVENTS, at \`events.<account>.<category>.<type>\`.

${fieldsTable(envelope)}`
}

function categories({ facts, schemas }: EventsPage): readonly string[] {
  return CATEGORIES.flatMap((category) => [
    `## ${category.name}\n\n${category.about} Stream \`${category.name}-${category.id}\`.`,
    ...facts
      .filter((fact) => fact.category === category)
      .map(({ name }) => section(name, schemas[name] ?? {}, schemas[name]?.examples?.[0])),
  ])
}

function webhooks({ webhooks }: EventsPage): readonly string[] {
  const shared = Object.assign({}, ...webhooks.map(({ components }) => components))
  return [
    `## Webhooks

The bodies that are posted to an endpoint. The stream WHATSAPP has them too, at \`<event>.<account>.<connection>\`, sealed
for Recado's own processes. A provider's event that a webhook lists by its native name is posted as it was received; its subject is
\`whatsapp.raw.<event>.<account>.<connection>\`.`,
    ...webhooks.map(({ name, description, schema, example }) =>
      section(name, { ...schema, description }, example),
    ),
    ...Object.entries<Schema>(shared).map(([name, schema]) =>
      section(`${name} in webhooks`, schema, undefined),
    ),
  ]
}

function section(name: string, schema: Schema, example: unknown): string {
  const shown = example === undefined ? [] : [details(JSON.stringify(example, null, 2))]
  const said = schema.description === undefined ? [] : [schema.description]
  return [`### ${name}`, ...said, fieldsTable(schema), ...shown].join('\n\n')
}

function details(json: string): string {
  return `<details><summary>Example</summary>\n\n\`\`\`json\n${json}\n\`\`\`\n\n</details>`
}
