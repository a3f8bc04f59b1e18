import type { Run } from '@recado/infra/postgres/run'
import { raw, type Statement, sql } from '@recado/infra/postgres/sql'
import { FENCED } from './block-walk.ts'
import { documentOf, type ListSource, type PageQuery, rowsOf } from './list-source.ts'

/** Delimits a reference to a document that is read later; valid JSON text never contains it. */
const MARK = '\u0001'

/** How much text the statement of a page reads, and how much each further statement, in bytes. */
const PAGE_BYTES = 1024 * 1024
const PORTION_BYTES = 256 * 1024

/** Length of a text from Postgres, characters; longer strings stay in memory longer. */
const MAX_SLICE_CHARS = 100_000

/**
 * SQL expression for an item of a page, of the row `docs`: its `doc` with its tail, or for a large one a reference, its
 * `id` and size between marks. Postgres measures a stored text without reading it, and reads the tails of no other rows
 * than those of the page.
 */
export function pageItem({ limit }: PageQuery, list: Documents): Statement {
  const tail = list.tail && `(select ${list.tail} from ${rowsOf(list).text} where t.id = docs.id)`
  return sql`case when octet_length(docs.doc) <= ${Math.floor(PAGE_BYTES / limit)}::integer
    then ${documentOf({ doc: 'docs.doc', ...(tail && { tail }) })}
    else chr(1) || docs.id || ' ' || octet_length(docs.doc) || chr(1) end`
}

/** Whether a page's text has references to documents that are still to be read. */
export function isPartial(docs: string): boolean {
  return docs.includes(MARK)
}

type Large = { readonly id: string; readonly size: number }
type Item = string | Large

/**
 * The items of a page with commas between them. Each portion is read by its own statement when it is requested, so only
 * one is in memory. Rows that are deleted meanwhile are omitted.
 */
export async function* piecesOf(docs: string, list: Documents, run: Run): AsyncGenerator<string> {
  let isFirst = true
  for (const items of portionsOf(docs)) {
    const found = await readDocs(list, items.filter(isLarge), run)
    for (const item of items) {
      const texts = isLarge(item) ? found.get(item.id) : [item]
      if (texts === undefined) continue
      if (!isFirst) yield ','
      yield* texts
      isFirst = false
    }
  }
}

function isLarge(item: Item): item is Large {
  return typeof item !== 'string'
}

function* portionsOf(docs: string): Generator<Item[]> {
  let items: Item[] = []
  let bytes = 0
  for (const item of itemsOf(docs)) {
    const size = isLarge(item) ? item.size : 0
    if (bytes > 0 && bytes + size > PORTION_BYTES) {
      yield items
      items = []
      bytes = 0
    }
    items.push(item)
    bytes += size
  }
  yield items
}

/** Every second part of the split text was between marks. */
function itemsOf(docs: string): Item[] {
  return docs
    .split(MARK)
    .map((part, i) => (i % 2 === 0 ? part.replace(/^,|,$/g, '') : largeOf(part)))
    .filter((item) => item !== '')
}

function largeOf(reference: string): Large {
  const [id = '', size] = reference.split(' ')
  return { id, size: Number(size) }
}

export type Documents = Pick<ListSource, 'table' | 'doc' | 'tail' | 'shared'>

async function readDocs(list: Documents, large: readonly Large[], run: Run) {
  const slices = new Map<string, string[]>()
  if (large.length === 0) return slices
  const { shared } = list
  const rows = await run<{ id: string; slice: string }>(sql`
    ${shared === undefined ? raw('') : sql`with ${shared}`}
    select asked.id, substr(found.doc, at, ${MAX_SLICE_CHARS}::integer) as slice
    from unnest(${large.map(({ id }) => id)}::uuid[]) asked(id), lateral (
      select ${documentOf(list)} || '' as doc from ${rowsOf(list)} where t.id = asked.id ${FENCED}) found,
      generate_series(1, length(found.doc), ${MAX_SLICE_CHARS}::integer) at
    order by asked.id, at`)
  for (const { id, slice } of rows) slices.set(id, [...(slices.get(id) ?? []), slice])
  return slices
}
