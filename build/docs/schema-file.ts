import { mapValues, type Schema } from './schema.ts'
import { type WebhookType, wholeWebhookSchema } from './webhook-schemas.ts'

/** docs/schemas.json, which the query API serves: each schema is self-contained. */
export type SchemaFile = {
  readonly facts: Readonly<Record<string, Schema>>
  readonly webhooks: Readonly<Record<string, Schema>>
}

/** The schemas of all published facts and posted events. */
export function schemaFile(
  facts: Readonly<Record<string, Schema>>,
  webhooks: readonly WebhookType[],
): SchemaFile {
  const posted = webhooks.map((webhook) => [webhook.name, wholeWebhookSchema(webhook)])
  return {
    facts: mapValues(facts, servedSchema),
    webhooks: mapValues(Object.fromEntries(posted), servedSchema),
  }
}

function servedSchema(schema: Schema, name: string): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `/api/v1/schemas/${name}`,
    ...schema,
  }
}
