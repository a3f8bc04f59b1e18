import type { CommandContext } from '@recado/application/commands/command-context'
import { type ExecuteDeps, execute } from '@recado/application/commands/execute'
import { retentionId } from '@recado/application/ids'
import { applyRetention } from '@recado/domain/retention/apply-retention'
import { retention } from '@recado/domain/retention/retention'
import { type Run, runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import type { Leadership } from '../../runtime/leader-election.ts'
import { waitForReadModels } from '../../runtime/wait-for-read-models.ts'
import type { DueJournal } from './due-journals.ts'

/** Rows removed at once, so that no transaction of the read models is long; more when many rows have the same time. */
const PORTION = 1_000

/** Releases the oldest portion of a journal, and waits until the read models have removed it. */
export async function applyPortion(
  deps: ExecuteDeps,
  leadership: Leadership,
  journal: DueJournal,
  context: CommandContext,
): Promise<void> {
  const { account_id, category, after } = journal
  const before = await endOfPortion(runOn(leadership.client), journal)
  const command = { account_id, category, before, after, at: context.now().toISOString() }
  const id = retentionId(account_id)
  const outcome = await execute(deps, {
    aggregate: retention,
    id,
    decide: applyRetention,
    command,
    context,
  })
  if (outcome.refused === undefined && outcome.position !== null)
    await waitForReadModels(leadership, outcome.position)
}

/** Times are whole milliseconds: the next time after one is a millisecond later. */
async function endOfPortion(run: Run, journal: DueJournal): Promise<string> {
  const [last] = await run<{ at: string }>(timeOf(journal, PORTION - 1))
  if (last === undefined) return journal.since
  return new Date(Date.parse(last.at) + 1).toISOString()
}

function timeOf({ account_id, category, kept_for, since }: DueJournal, row: number) {
  if (account_id === null)
    return sql`select received_at as at from set_aside_posts
      where kept_for = ${kept_for} and received_at < ${since}::timestamptz
      order by received_at offset ${row} limit 1`
  if (category === 'providerEvent')
    return sql`select received_at as at from raw_events
      where account_id = ${account_id} and received_at < ${since}::timestamptz
      order by received_at offset ${row} limit 1`
  return sql`select event_at as at from outbound_events
    where account_id = ${account_id} and event_at < ${since}::timestamptz
    order by event_at offset ${row} limit 1`
}
