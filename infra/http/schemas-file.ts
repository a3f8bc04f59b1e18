import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

const SCHEMAS = new URL('../../docs/schemas.json', import.meta.url)

/** The JSON Schema of a fact's data or of a webhook's body. */
export type PublishedSchema = {
  readonly name: string
  readonly kind: 'fact' | 'webhook'
  readonly description: string
  readonly text: string
  /** Of that text, with its quotes. */
  readonly etag: string
}

type Named = Readonly<Record<string, { readonly description: string }>>

export async function readSchemas(): Promise<ReadonlyMap<string, PublishedSchema>> {
  const text = await readFile(SCHEMAS, 'utf8').catch((cause) => {
    throw new Error('docs/schemas.json is missing; write it with npm run docs', { cause })
  })
  const { facts, webhooks } = JSON.parse(text) as { facts: Named; webhooks: Named }
  const all = [...publishSchemas('fact', facts), ...publishSchemas('webhook', webhooks)]
  return new Map(all.map((schema) => [schema.name, schema]))
}

function publishSchemas(kind: PublishedSchema['kind'], schemas: Named): readonly PublishedSchema[] {
  return Object.entries(schemas).map(([name, schema]) => {
    const text = JSON.stringify(schema)
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
    return { name, kind, description: schema.description, text, etag }
  })
}
