import { z } from 'zod'

export type Json = Record<string, unknown>

const COMPONENTS = '#/components/schemas/'

/**
 * Converts a zod schema to JSON Schema 2020-12, the dialect of OpenAPI 3.1. Schemas with an `id` become references to
 * definitions in `components`. A schema whose meta has `openapi` is shown as that: the meaning of a query parameter
 * instead of its text form.
 * @param io whether clients write or read the value
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  // Wrapped in an object, so that a schema with an id becomes a reference even at the top.
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
  // The format is enough; zod's patterns are long.
  if (json.format !== undefined) delete json.pattern
  // Fields may be added to replies; unknown fields of requests are ignored.
  if (io === 'output' && json.additionalProperties === false) delete json.additionalProperties
  const { openapi, description } = json
  if (typeof openapi !== 'object') return
  for (const key of Object.keys(json)) delete json[key]
  Object.assign(json, openapi, description === undefined ? {} : { description })
}

function pointToComponents(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', `"${COMPONENTS}`))
}
