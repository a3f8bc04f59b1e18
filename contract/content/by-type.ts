import { z } from 'zod'

type Shapes = Readonly<Record<string, z.ZodType>>

/**
 * An object whose `type` decides what else it must have. An unknown type passes as it is, because providers add types
 * faster than we do. Issues are reported field by field, which a union of the shapes could not do.
 */
export function byType(shapes: Shapes) {
  return z
    .looseObject({ type: z.string().min(1) })
    .check(({ value, issues }) => {
      const shape = Object.hasOwn(shapes, value.type) ? shapes[value.type] : undefined
      const read = shape?.safeParse(value, { reportInput: true })
      if (read?.success === false) issues.push(...(read.error.issues as typeof issues))
    })
    .meta({ openapi: schemaOfShapes(shapes) })
}

/** The `type` of an object of the provider, by which it decides what else the object has. */
export function typeField<Type extends string>(type: Type) {
  return z.literal(type).describe(TYPE)
}

const TYPE = 'Decides which other fields the object has.'

/** The shapes as one JSON Schema, with any other `type` beside them. */
function schemaOfShapes(shapes: Shapes): object {
  const known = Object.entries(shapes).map(([title, shape]) => ({ title, ...schemaOf(shape) }))
  const other = {
    title: 'other types, passed on as they are',
    type: 'object',
    properties: {
      type: { type: 'string', not: { enum: Object.keys(shapes) }, description: TYPE },
    },
    required: ['type'],
  }
  return { anyOf: [...known, other] }
}

function schemaOf(shape: z.ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => useOwnSchema(jsonSchema as Record<string, unknown>),
  })
  return schema
}

// A nested shape that brings its own description, as those of `byType` do, is replaced by that description.
function useOwnSchema(schema: Record<string, unknown>): void {
  const { openapi, description } = schema
  if (typeof openapi !== 'object') return
  for (const key of Object.keys(schema)) delete schema[key]
  Object.assign(schema, openapi, description === undefined ? {} : { description })
}
