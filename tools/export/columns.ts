import type { DerivedFields } from '@recado/application/analytics/derived-fields'

/** What a column holds. A timestamp is UTC with milliseconds; JSON is whatever nests. */
export type ColumnKind = 'text' | 'timestamp' | 'integer' | 'boolean' | 'json'

/** The columns of a table, in the order of the file. */
export type Columns = Readonly<Record<string, ColumnKind>>

/** The columns of every table. */
export const COMMON = {
  event_id: 'text',
  type: 'text',
  position: 'integer',
  stream: 'text',
  revision: 'integer',
  account_id: 'text',
  recorded_at: 'timestamp',
  actor_type: 'text',
  actor_id: 'text',
  correlation_id: 'text',
  causation_id: 'text',
} as const satisfies Columns

type DerivedColumns = { readonly [Name in keyof DerivedFields]?: Columns[string] }

/** Columns that no fact has as a field, by category. */
const DERIVED: Readonly<Record<string, Columns>> = {
  message: {
    status_stream: 'text',
    template_name: 'text',
    template_language: 'text',
  } satisfies DerivedColumns,
  providerMessage: {
    pricing_category: 'text',
    pricing_billable: 'boolean',
    pricing_type: 'text',
  } satisfies DerivedColumns,
}

/** All columns of a category, in the order of the file, from those of its facts' own fields. */
export function allColumns(category: string, fields: Columns): Columns {
  const own = Object.entries(fields).map(([name, kind]) => [ownColumn(name), kind] as const)
  return { ...COMMON, ...Object.fromEntries(own), ...DERIVED[category] }
}

/** The column of a fact's field: `data_…` where a common column has its name. */
export function ownColumn(field: string): string {
  return field in COMMON ? `data_${field}` : field
}
