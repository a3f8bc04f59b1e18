import { CATEGORIES } from './categories.ts'
import type { FactType } from './fact-types.ts'
import { fieldsTable } from './fields-table.ts'
import type { Schema } from './schema.ts'
import type { WebhookType } from './webhook-schemas.ts'

/** What docs/events.md tells of. */
export type EventsPage = {
  readonly facts: readonly FactType[]
  readonly webhooks: readonly WebhookType[]
  /** What is published of each fact, by its name. */
  readonly schemas: Readonly<Record<string, Schema>>
  readonly envelope: Schema
}

/** docs/events.md: every fact and every webhook event, for people. */
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

Everything that happened, as the log keeps it, as the stream EVENTS tells it and as webhooks are posted it. \`npm run docs\`
writes this page from the types in \`domain/*/events.ts\` and \`contract/\`. The same for programs: [asyncapi.json](asyncapi.json),
and a JSON Schema of each at \`GET /api/v1/schemas/{name}\`.

- A fact is never edited. It may gain fields, and a list of values may gain one: pass over what you do not know.
- A field marked *personal* says something of a person, or is text that somebody wrote. The stream lacks it where
  \`RELAY_CONTENT=ids\`.
- A field marked *raw* is as a provider or an endpoint had it. It stands in the log only.
- An *optional* field may be absent; any other is there, if only as null.`

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

A fact on its way in the stream EVENTS, at \`events.<account>.<category>.<type>\`.

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

What is posted to an endpoint, and published at \`<event>.<account>.<connection>\` in the stream WHATSAPP. An event of a
provider that a webhook lists by its native name is posted as it came; its subject is \`whatsapp.raw.<event>.<account>.<connection>\`.`,
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
