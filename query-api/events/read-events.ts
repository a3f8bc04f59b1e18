import {
  OUTBOUND_BODY,
  type OutboundSelection,
  selectOutbound,
} from '@recado/application/read-models/outbound-events'
import type { Run } from '@recado/infra/postgres/run'
import { raw, sql } from '@recado/infra/postgres/sql'
import { FENCED } from '../paging/block-walk.ts'

/** An event of a page; its text is null when it is too large to be read with the others. */
export type PagedEvent = {
  readonly id: string
  readonly log_id: number
  readonly text: string | null
}

/** How much text the statement of a page reads, in bytes. */
const PAGE_BYTES = 1024 * 1024

/** Postgres measures a stored text without reading it. */
const SIZE = `coalesce(octet_length(e.body), (
  select octet_length(r.doc) from raw_events r where r.id = e.id))`

export function readEvents(selection: OutboundSelection, run: Run): Promise<PagedEvent[]> {
  const most = Math.floor(PAGE_BYTES / selection.limit)
  return run<PagedEvent>(sql`
    select p.id, p.log_id, own.text from (${selectOutbound(selection)}) p, lateral (
      select case when ${raw(SIZE)} <= ${most}::integer then ${raw(OUTBOUND_BODY)} end as text
      from outbound_events e where e.id = p.id ${FENCED}) own
    order by p.log_id`)
}

/** The events of a page with their texts. Reads large texts one by one, and omits those deleted meanwhile. */
export async function* withTexts(events: readonly PagedEvent[], run: Run) {
  for (const { id, log_id, text } of events) {
    const found = text ?? (await readText(id, run))
    if (found !== undefined) yield { log_id, text: found }
  }
}

async function readText(id: string, run: Run): Promise<string | undefined> {
  const [row] = await run<{ text: string }>(
    sql`select ${raw(OUTBOUND_BODY)} as text from outbound_events e where e.id = ${id}`,
  )
  return row?.text
}
