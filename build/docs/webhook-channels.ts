import type { Channel } from './asyncapi.ts'
import type { Schema } from './schema.ts'
import type { WebhookType } from './webhook-schemas.ts'

const STREAM = 'WHATSAPP'
const OF_A_CONNECTION = '{account}.{connection}'

/** The channels below `whatsapp.>`: one for each structured event, and one for all native events of providers. */
export function webhookChannels(webhooks: readonly WebhookType[]): readonly Channel[] {
  const structured = webhooks.map(({ name, description, example }) => ({
    id: name,
    address: `${name}.${OF_A_CONNECTION}`,
    stream: STREAM,
    title: name,
    description,
    contentType: 'application/json',
    payload: { $ref: `#/components/schemas/${name}` },
    examples: [example],
  }))
  return [...structured, NATIVE]
}

export function webhookComponents(webhooks: readonly WebhookType[]): Record<string, Schema> {
  const shared = Object.assign({}, ...webhooks.map(({ components }) => components))
  const own = webhooks.map(({ name, description, schema }) => [
    name,
    { ...schema, title: name, description },
  ])
  return bareReferences({ ...Object.fromEntries(own), ...shared })
}

/** Unlike OpenAPI, AsyncAPI allows no other keys beside a reference; the referenced schema has its own description. */
function bareReferences<Schemas extends object>(schemas: Schemas): Schemas {
  return JSON.parse(JSON.stringify(schemas), (_, value) =>
    typeof value?.$ref === 'string' ? { $ref: value.$ref } : value,
  )
}

const NATIVE: Channel = {
  id: 'whatsapp.raw',
  address: `whatsapp.raw.{event}.${OF_A_CONNECTION}`,
  stream: STREAM,
  title: 'An event of a provider, as it was received',
  description: 'For webhooks that list its name, such as `messages` or `session.status`.',
  contentType: 'application/json',
  payload: { type: 'object' },
  examples: [{ object: 'whatsapp_business_account', entry: [] }],
}
