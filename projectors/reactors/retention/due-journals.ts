import type { KeptJournal } from '@recado/domain/retention/events'
import type { Run } from '@recado/infra/postgres/run'
import { raw, sql } from '@recado/infra/postgres/sql'

export type DueJournal = {
  readonly kept_for: string
  readonly category: KeptJournal
  readonly account_id: string | null
  /** The time before which everything was released so far. */
  readonly after: string | null
  /** The time before which everything may be released. */
  readonly since: string
}

const MAX_JOURNALS = 1_000

export async function dueJournals(
  run: Run,
  category: KeptJournal,
  since: string,
): Promise<readonly DueJournal[]> {
  const day = since.slice(0, 10).replaceAll('-', '')
  const rows = await run<{ kept_for: string; after: string | null }>(sql`
    select k.kept_for, r.gone_before as after from (
      select kept_for from journal_days where day < ${day} and kept_for like ${`${category}:%`}
      ${category === 'webhookDelivery' ? neverAttempted(since) : raw('')}) k
    left join retention r on r.id = k.kept_for
    where r.gone_before is null or r.gone_before < ${since}::timestamptz
    group by k.kept_for, r.gone_before order by k.kept_for limit ${MAX_JOURNALS}`)
  return rows.map(({ kept_for, after }) => {
    const owner = kept_for.slice(category.length + 1)
    const account_id = owner === 'installation' ? null : owner
    return { kept_for, category, account_id, after, since }
  })
}

/** Events that no webhook wanted, or that a paused webhook does not get, are in no journal. */
function neverAttempted(since: string) {
  return sql`union all select 'webhookDelivery:' || a.id from accounts a where exists (
    select from outbound_events e where e.account_id = a.id and e.event_at < ${since}::timestamptz)`
}
