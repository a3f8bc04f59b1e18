import type { Run } from '@recado/infra/postgres/run'
import { raw, type Statement, sql } from '@recado/infra/postgres/sql'
import { FENCED } from './block-walk.ts'
import { type ListSource, type PageQuery, rowsOf } from './list-source.ts'

/** Stands around the name of a document that is not there yet: JSON text never has it. */
const MARK = '\u0001'

/** How much of a page its own statement reads, and how much each one after it, in bytes. */
const PAGE_BYTES = 1024 * 1024
const PORTION_BYTES = 256 * 1024

/** Characters that come as one text: longer ones are garbage that is collected late. */
const SLICE = 100_000

/**
 * Expression for an item of a page: its `doc`, or its `id` and size between marks where the page could become too
 * large by such ones. Measuring a stored text does not read it.
 */
export function piece({ limit }: PageQuery): Statement {
  return sql`case when octet_length(doc) <= ${Math.floor(PAGE_BYTES / limit)}::integer then doc
    else chr(1) || id || ' ' || octet_length(doc) || chr(1) end`
}

/** Whether a page's text waits for documents that are too large to come with it. */
export function isPartial(docs: string): boolean {
  return docs.includes(MARK)
}

type Large = { readonly id: string; readonly size: number }
/** What is there already, or has to be read. */
type Item = string | Large

/**
 * The items of a page with the commas between them. One portion at a time stands in memory, read by a statement of its
 * own when it is asked for. What has left its table meanwhile is left out.
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

/** Every second part of the text stood between marks. */
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

/** Where the documents of a list are. */
export type Documents = Pick<ListSource, 'table' | 'doc' | 'shared'>

async function readDocs(list: Documents, large: readonly Large[], run: Run) {
  const slices = new Map<string, string[]>()
  if (large.length === 0) return slices
  const { shared, doc } = list
  const rows = await run<{ id: string; slice: string }>(sql`
    ${shared === undefined ? raw('') : sql`with ${shared}`}
    select asked.id, substr(found.doc, at, ${SLICE}::integer) as slice
    from unnest(${large.map(({ id }) => id)}::uuid[]) asked(id), lateral (
      select ${raw(doc)} || '' as doc from ${rowsOf(list)} where t.id = asked.id ${FENCED}) found,
      generate_series(1, length(found.doc), ${SLICE}::integer) at
    order by asked.id, at`)
  for (const { id, slice } of rows) slices.set(id, [...(slices.get(id) ?? []), slice])
  return slices
}
