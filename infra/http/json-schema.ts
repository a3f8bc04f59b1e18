import { z } from 'zod'

/** A JSON Schema, or any other part of the document. */
export type Json = Record<string, unknown>

const COMPONENTS = '#/components/schemas/'

/**
 * A zod schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1. Schemas with an `id` become references, their
 * definitions go to `components`. A schema whose meta has `openapi` is shown as that: what a query parameter means
 * rather than the text it travels as.
 * @param io whether a client writes or reads it
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  // Wrapped, so that a schema with an id is a reference even at the top.
  const whole = z.toJSONSchema(z.object({ it: schema }), {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => tidy(jsonSchema as Json, io),
  })
  for (const [id, definition] of Object.entries(whole.$defs ?? {})) {
    components[id] = pointToComponents(definition)
  }
  return pointToComponents(whole.properties?.it) as Json
}

function tidy(json: Json, io: 'input' | 'output'): void {
  delete json.id
  // The format says it; the patterns of zod fill the page.
  if (json.format !== undefined) delete json.pattern
  // Fields may be added to what clients read; what they send too much is ignored.
  if (io === 'output' && json.additionalProperties === false) delete json.additionalProperties
  const { openapi, description } = json
  if (typeof openapi !== 'object') return
  for (const key of Object.keys(json)) delete json[key]
  Object.assign(json, openapi, description === undefined ? {} : { description })
}

function pointToComponents(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', `"${COMPONENTS}`))
}
