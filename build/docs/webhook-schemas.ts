import { type Json, jsonSchema } from '@recado/infra/http/json-schema'
import type { WebhookDocument } from '@recado/infra/http/openapi'
import type { Schema } from './schema.ts'

export type WebhookType = {
  readonly name: string
  readonly description: string
  /** Refers to `components` as OpenAPI and AsyncAPI do. */
  readonly schema: Schema
  readonly components: Readonly<Record<string, Schema>>
  readonly example: unknown
}

const COMPONENTS = '"#/components/schemas/'

/** Every structured event of the webhooks: its payload, with `type` fixed to the event's name. */
export function webhookTypes(
  documents: Readonly<Record<string, WebhookDocument>>,
): readonly WebhookType[] {
  return Object.entries(documents).map(([name, { summary, payload, example }]) => {
    const components: Json = {}
    const { $ref = '' } = jsonSchema(payload, 'output', components) as Schema
    const { [$ref.slice(COMPONENTS.length - 1)]: whole, ...others } = components as Record<
      string,
      Schema
    >
    if (whole === undefined) throw new Error(`the payload of ${name} needs an id`)
    const { type: _, enum: __, ...words } = whole.properties?.type ?? {}
    const properties = { ...whole.properties, type: { ...words, const: name } }
    const schema = { ...whole, properties }
    return { name, description: `${summary}.`, schema, components: others, example }
  })
}

/** The self-contained schema, with everything it refers to. */
export function wholeWebhookSchema(webhook: WebhookType): Schema {
  const { name, description, schema, components, example } = webhook
  const $defs = Object.keys(components).length === 0 ? {} : { $defs: components }
  const text = JSON.stringify({
    ...schema,
    title: name,
    description,
    ...$defs,
    examples: [example],
  })
  return JSON.parse(text.replaceAll(COMPONENTS, '"#/$defs/')) as Schema
}
