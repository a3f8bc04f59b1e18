import type { Schema } from '@recado/build/docs/schema'

const AT = '2026-01-01T09:20:00.000Z'

/**
 * Values that together cover everything a schema allows: each field, each optional field missing, each of several types,
 * each value of an enum, a list with and without items. The first value has every field.
 */
export function storedExamples(schema: Schema): readonly unknown[] {
  const { const: only, enum: values, anyOf, type, format } = schema
  if (only !== undefined) return [only]
  if (values !== undefined) return values
  if (anyOf !== undefined) return anyOf.flatMap(storedExamples)
  if (Array.isArray(type)) return type.flatMap((one) => storedExamples({ ...schema, type: one }))
  switch (type) {
    case 'object':
      return objects(schema)
    case 'array':
      return [storedExamples(schema.items ?? {}), []]
    case 'string':
      return [format === 'date-time' ? AT : 'text']
    case 'number':
    case 'integer':
      return [1]
    case 'boolean':
      return [true, false]
    case 'null':
      return [null]
    default:
      return ['anything']
  }
}

function objects({ properties, required = [], additionalProperties: more }: Schema): object[] {
  if (properties === undefined) {
    const values = typeof more === 'object' ? storedExamples(more) : ['as it came']
    return [Object.fromEntries(values.map((value, n) => [`name_${n}`, value])), {}]
  }
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, storedExamples(schema)] as const,
  )
  const first = fields.map(([name, [value]]) => [name, value] as const)
  const whole = Object.fromEntries(first)
  const least = Object.fromEntries(first.filter(([name]) => required.includes(name)))
  const others = fields.flatMap(([name, [_, ...values]]) =>
    values.map((value) => ({ ...least, [name]: value })),
  )
  const hasOptional = fields.length > Object.keys(least).length
  return [whole, ...(hasOptional ? [least] : []), ...others]
}
