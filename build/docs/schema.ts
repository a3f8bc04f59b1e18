/** The part of JSON Schema that our types and contracts need. */
export type Schema = {
  readonly $schema?: string
  readonly $id?: string
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly examples?: readonly unknown[]
  /** Is about a person; absent where only ids are published. */
  readonly 'x-personal'?: true
  /** A provider's or an endpoint's own data; only in the log. */
  readonly 'x-raw'?: true
}

/** The schema with `change` applied to each of its direct subschemas. */
export function mapSubschemas(
  schema: Schema,
  change: (below: Schema, name?: string) => Schema,
): Schema {
  const { properties, items, anyOf, additionalProperties: more } = schema
  return {
    ...schema,
    ...(properties === undefined
      ? {}
      : { properties: mapValues(properties, (below, name) => change(below, name)) }),
    ...(items === undefined ? {} : { items: change(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((below) => change(below)) }),
    ...(typeof more === 'object' ? { additionalProperties: change(more) } : {}),
  }
}

export function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From, name: string) => To,
): Record<string, To> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, change(value, name)]),
  )
}
