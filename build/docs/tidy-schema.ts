import { mapValues, type Schema } from './schema.ts'

/** The same schema, simplified: null as one more type, required fields in order, times with their format. */
export function tidy(schema: Schema): Schema {
  const { required, properties, ...rest } = nullAsType(schema)
  if (properties === undefined) return { ...rest, ...(required === undefined ? {} : { required }) }
  const inOrder = Object.keys(properties).filter((name) => required?.includes(name))
  return {
    ...rest,
    properties: mapValues(properties, withTimeFormat),
    ...(inOrder.length === 0 ? {} : { required: inOrder }),
  }
}

function nullAsType({ anyOf, ...own }: Schema): Schema {
  if (anyOf === undefined) return own
  const [value, none, more] = anyOf
  if (none?.type !== 'null' || more !== undefined || typeof value?.type !== 'string')
    return { ...own, anyOf }
  const { enum: values } = value
  return {
    ...value,
    type: [value.type, 'null'],
    ...(values === undefined ? {} : { enum: [...values, null] }),
    ...own,
  }
}

/** The times of facts are named `…_at`. */
function withTimeFormat(schema: Schema, name: string): Schema {
  return name.endsWith('_at') && [schema.type].flat()[0] === 'string'
    ? { ...schema, format: 'date-time' }
    : schema
}
