import type { FactType } from './fact-types.ts'
import { mapValues, type Schema } from './schema.ts'

/** Paths of the fields of a fact that are not always published, such as `intent.party` or `errors[].title`. */
export type Withheld = { readonly personal: readonly string[]; readonly raw: readonly string[] }

/**
 * The schema of a fact's data as readers get it. A personal or raw field is marked and not required, because the event
 * stream can be configured to leave it out.
 * @throws when a path leads to no field
 */
export function publishedFact({ name, description, data }: FactType, withheld: Withheld): Schema {
  const personal = withheld.personal.reduce(
    (schema, path) => withMark(schema, path, MARKS[0]),
    data,
  )
  const all = withheld.raw.reduce((schema, path) => withMark(schema, path, MARKS[1]), personal)
  return { title: name, description, ...all }
}

const MARKS = ['x-personal', 'x-raw'] as const
type Mark = (typeof MARKS)[number]

function withMark(schema: Schema, path: string, mark: Mark): Schema {
  const [first = '', ...rest] = path.split('.')
  const name = first.replaceAll('[]', '')
  if (schema.properties?.[name] === undefined) throw new Error(`${path} is no field of the fact`)
  const properties = mapValues(schema.properties, (below, its) =>
    its === name ? withMarkInside(below, rest, mark) : below,
  )
  if (rest.length > 0) return { ...schema, properties }
  return { ...schema, properties, required: (schema.required ?? []).filter((its) => its !== name) }
}

function withMarkInside(schema: Schema, rest: readonly string[], mark: Mark): Schema {
  if (rest.length === 0) return { ...schema, [mark]: true }
  if (schema.items === undefined) return withMark(schema, rest.join('.'), mark)
  return { ...schema, items: withMarkInside(schema.items, rest, mark) }
}
