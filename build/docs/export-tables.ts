import { rawFields } from '@recado/domain/personal-fields'
import type { FactType } from './fact-types.ts'
import type { Schema } from './schema.ts'

/** The kind of each column, by category and column, in the order of the exported file. */
export type ExportTables = Readonly<Record<string, Readonly<Record<string, string>>>>

/** `providerPost` is nothing but bytes, which are never exported. */
const HIDDEN = 'providerPost'
const TIME = /(?:_at|_until|_timestamp|^not_before)$/
const KINDS: Readonly<Record<string, string>> = { number: 'integer', boolean: 'boolean' }

/**
 * The tables that an export makes of the facts: every field that is not raw, those of an intent as `intent_…`. What the
 * earlier tables have keeps its place, so that a new field changes no column that readers count.
 */
export function exportTables(facts: readonly FactType[], earlier: ExportTables): ExportTables {
  const shown = facts.filter(({ category }) => category.name !== HIDDEN)
  const names = [...new Set(shown.map(({ category }) => category.name))]
  const tables = names.map((name) => {
    const columns = columnsOf(shown.filter(({ category }) => category.name === name))
    return [name, inOrderOf(earlier[name] ?? {}, columns)] as const
  })
  return inOrderOf(earlier, Object.fromEntries(tables))
}

/** The module `tools/export/tables.ts`. */
export function exportTablesModule(tables: ExportTables): string {
  const text = Object.entries(tables).map(([category, columns]) => {
    const lines = Object.entries(columns).map(([name, kind]) => `    ${name}: '${kind}',\n`)
    return `  ${category}: {\n${lines.join('')}  },\n`
  })
  return `${HEAD}${text.join('')}}\n`
}

const HEAD = `// Written by \`npm run docs\` from the types of the facts.
import type { ShownCategory } from '@recado/domain/category'
import type { Columns } from './columns.ts'

/** The columns of each category that are fields of its facts, by the field's name; those of an intent as \`intent_…\`. */
export const TABLES: Readonly<Record<ShownCategory, Columns>> = {
`

function columnsOf(facts: readonly FactType[]): Readonly<Record<string, string>> {
  const columns = new Map<string, string>()
  for (const { name, data } of facts)
    for (const [column, kind] of fieldsOf(data, rawFields(name))) {
      const known = columns.get(column) ?? kind
      columns.set(column, known === kind ? kind : 'json')
    }
  return Object.fromEntries(columns)
}

function fieldsOf(data: Schema, raw: readonly string[]): readonly (readonly [string, string])[] {
  const { intent, ...own } = data.properties ?? {}
  const kept = (fields: Schema['properties'], prefix: string, path: string) =>
    Object.entries(fields ?? {})
      .filter(([name]) => !raw.includes(`${path}${name}`))
      .map(([name, schema]) => [`${prefix}${name}`, kindOf(name, schema)] as const)
  return [...kept(own, '', ''), ...kept(intent?.properties, 'intent_', 'intent.')]
}

function kindOf(name: string, { type }: Schema): string {
  const [only = '', more] = [type].flat().filter((its) => its !== 'null')
  if (more !== undefined) return 'json'
  if (only === 'string') return TIME.test(name) ? 'timestamp' : 'text'
  return KINDS[only] ?? 'json'
}

/** What the earlier record has comes first, in its order. */
function inOrderOf<Value>(
  earlier: Readonly<Record<string, unknown>>,
  record: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  const places = Object.keys(earlier)
  const placeOf = (name: string) => (places.includes(name) ? places.indexOf(name) : places.length)
  return Object.fromEntries(
    Object.entries(record).sort(([one], [other]) => placeOf(one) - placeOf(other)),
  )
}
