import { z } from 'zod'

type Shapes = Readonly<Record<string, z.ZodType>>

/**
 * An object whose `type` says what else it must have. A type without a shape passes as it is: providers add
 * types faster than we do. What is wrong is told field by field, which a union of the shapes could not.
 */
export function byType(shapes: Shapes) {
  return z
    .looseObject({ type: z.string().min(1) })
    .check(({ value, issues }) => {
      const shape = Object.hasOwn(shapes, value.type) ? shapes[value.type] : undefined
      const read = shape?.safeParse(value, { reportInput: true })
      if (read?.success === false) issues.push(...(read.error.issues as typeof issues))
    })
    .meta({ openapi: documented(shapes) })
}

/** The shapes as one JSON Schema, any other `type` beside them. */
function documented(shapes: Shapes): object {
  const known = Object.entries(shapes).map(([type, shape]) => ({
    title: type,
    ...withoutDialect(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })),
  }))
  const other = {
    title: 'other types, passed on as they are',
    type: 'object',
    properties: { type: { type: 'string', not: { enum: Object.keys(shapes) } } },
    required: ['type'],
  }
  return { anyOf: [...known, other] }
}

function withoutDialect({ $schema: _, ...schema }: Record<string, unknown>): object {
  return schema
}
