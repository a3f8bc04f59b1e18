import { createHash } from 'node:crypto'

/** Longer values are named by their hash: an index entry has its limit, and a provider names its events. */
const MAX_BYTES = 64

/** What a value is called in the name of a facet; `facetOfRow` says the same in SQL. */
export function facetName(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  return Buffer.byteLength(text) > MAX_BYTES ? createHash('md5').update(text).digest('hex') : text
}

/**
 * Expression that names the facet a row stands in.
 * @param columns of the row called `t`, in the order in which the list declares them
 */
export function facetOfRow(columns: readonly string[]): string {
  const last = `t.${columns.at(-1)}::text`
  const named = `case when octet_length(${last}) > ${MAX_BYTES} then md5(${last}) else ${last} end`
  return [...columns.slice(0, -1).map((column) => `t.${column}::text`), named]
    .map((value) => `coalesce(${value}, '')`)
    .join(` || '.' || `)
}
