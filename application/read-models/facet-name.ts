import { createHash } from 'node:crypto'

/** Longer values are replaced by their hash: providers choose names of events, and an index entry has a limit. */
const MAX_VALUE_BYTES = 64

/** A value in the name of a facet; `facetOfRow` gives the same in SQL. */
export function facetName(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  return Buffer.byteLength(text) > MAX_VALUE_BYTES
    ? createHash('md5').update(text).digest('hex')
    : text
}

/** SQL expression for the facet of a row `t`. @param columns in the order in which the list declares them */
export function facetOfRow(columns: readonly string[]): string {
  const last = `t.${columns.at(-1)}::text`
  const named = `case when octet_length(${last}) > ${MAX_VALUE_BYTES} then md5(${last}) else ${last} end`
  return [...columns.slice(0, -1).map((column) => `t.${column}::text`), named]
    .map((value) => `coalesce(${value}, '')`)
    .join(` || '.' || `)
}
