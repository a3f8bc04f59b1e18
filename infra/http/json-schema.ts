import { z } from 'zod'

export type Json = Record<string, unknown>

type Definitions = Readonly<Record<string, Json>>

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
  const definitions = (whole.$defs ?? {}) as Definitions
  for (const [id, definition] of Object.entries(definitions))
    components[id] = inDocument(definition, definitions)
  return inDocument(whole.properties?.it, definitions) as Json
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

/** References lead to `components`, and each property without words of its own has those of its value. */
function inDocument(json: unknown, definitions: Definitions): unknown {
  const text = JSON.stringify(json).replaceAll('"#/$defs/', `"${COMPONENTS}`)
  return JSON.parse(text, (key, value) =>
    key === 'properties'
      ? Object.fromEntries(
          Object.entries<Json>(value).map(([name, one]) => [
            name,
            describeProperty(one, definitions),
          ]),
        )
      : value,
  )
}

/** A value that may be null, or a reference, describes the property that holds it. */
function describeProperty(property: Json, definitions: Definitions): Json {
  if (property.description !== undefined) return property
  const [value, ...others] = (property.anyOf ?? [property]) as [Json, ...Json[]]
  if (others.some(({ type }) => type !== 'null')) return property
  const { description = definitions[nameIn(value)]?.description, ...plain } = value
  if (description === undefined) return property
  return { ...property, ...(property.anyOf ? { anyOf: [plain, ...others] } : {}), description }
}

function nameIn({ $ref }: Json): string {
  return typeof $ref === 'string' ? $ref.slice(COMPONENTS.length) : ''
}
