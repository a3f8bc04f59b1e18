import { chainOf } from '@recado/application/commands/command-context'
import { type ExecuteDeps, execute } from '@recado/application/commands/execute'
import { systemContext } from '@recado/application/commands/system-context'
import { retentionId, retentionRowId } from '@recado/application/ids'
import { isOver } from '@recado/domain/retention/deletable-day'
import { expireMessages } from '@recado/domain/retention/expire-messages'
import { retention } from '@recado/domain/retention/retention'
import { StoreUnavailable } from '@recado/infra/event-store/errors'
import { type Run, runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import type { Vault } from '@recado/infra/vault/vault'
import type { Leadership } from '../../runtime/leader-election.ts'
import type { ReactorOptions } from '../../runtime/run-reactor.ts'
import { waitForReadModels } from '../../runtime/wait-for-read-models.ts'

export type ExpiryDeps = ExecuteDeps & {
  readonly now: () => Date
  readonly newId: () => string
  readonly log: ReactorOptions['log']
  readonly vault: { readonly factKeys: Pick<Vault['factKeys'], 'expire'> }
}

/** Rows that lose what was said at once, so that no transaction of the read models is long. */
const PORTION = 1_000

/**
 * Destroys once more what the log says is destroyed: a crash may have come first, or an older vault was restored. Not what
 * a wrong clock has said.
 * @param now by our clock and the vault's
 */
export async function repeatExpiry(
  deps: ExpiryDeps,
  { client }: Leadership,
  now: Date,
): Promise<void> {
  const said = await lastExpiry(runOn(client), null)
  if (said === null) return
  const { before } = said
  if (isOver(before, now.toISOString()) && isOver(before, await recordedAt(deps, said)))
    return deps.vault.factKeys.expire(new Date(before), now)
  deps.log.warn({ before }, 'the log names what was said by a clock that was wrong: its keys stay')
}

/** When the log recorded what it says, by the log's clock. */
async function recordedAt({ store }: ExpiryDeps, { position }: LastExpiry): Promise<string> {
  for await (const { created } of store.readAll({ from: BigInt(position), limit: 1 }))
    return created
  throw new Error(`the log has nothing at ${position}`)
}

/**
 * Takes what was said before a time out of the read models, and destroys the keys of it once they show nothing of it.
 * @param since the start of the first day that is kept, by our clock and the vault's
 * @param mayDestroy whether the log has nothing left that is still to be read under these keys
 */
export async function expireSaid(
  deps: ExpiryDeps,
  leadership: Leadership,
  since: string,
  mayDestroy: boolean,
): Promise<void> {
  let isWhole = true
  for (const account_id of await accountsWithOld(runOn(leadership.client), since))
    isWhole = (await expireOrWarn(deps, leadership, account_id, since)) && isWhole
  if (!isWhole || !mayDestroy || leadership.signal.aborted) return
  const after = (await lastExpiry(runOn(leadership.client), null))?.before ?? null
  const isDone = after !== null && after >= since && isOver(after, deps.now().toISOString())
  if (isDone) return
  const isSaid = await apply(deps, leadership, { account_id: null, before: since, after })
  if (isSaid) await deps.vault.factKeys.expire(new Date(since), deps.now())
}

/** An account that fails waits for the next look, while the others continue. */
async function expireOrWarn(
  deps: ExpiryDeps,
  leadership: Leadership,
  account_id: string,
  since: string,
): Promise<boolean> {
  try {
    await expireAccount(deps, leadership, account_id, since)
    return true
  } catch (err) {
    if (err instanceof StoreUnavailable || leadership.signal.aborted) throw err
    const context = systemContext(deps, { part: 'retention', account_id })
    deps.log.warn(
      { err, ...chainOf(context), account_id },
      'destroying messages past MESSAGE_DAYS failed; it will be retried',
    )
    return false
  }
}

/** In portions, the oldest first. What a history brings after that waits for the next day. */
async function expireAccount(
  deps: ExpiryDeps,
  leadership: Leadership,
  account_id: string,
  since: string,
): Promise<void> {
  const run = runOn(leadership.client)
  for (let done = ''; done < since && !leadership.signal.aborted; ) {
    const after = (await lastExpiry(run, account_id))?.before ?? null
    const end = await endOfPortion(run, account_id, since)
    // The same time is not named twice in turn.
    const before = end === after && end < since ? nextTime(end) : end
    if (before <= done) throw new Error('rows still have what has expired')
    await apply(deps, leadership, { account_id, before, after })
    done = before
  }
}

type Expiry = {
  readonly account_id: string | null
  readonly before: string
  readonly after: string | null
}

/** @returns whether the log says so since now */
async function apply(deps: ExpiryDeps, leadership: Leadership, expiry: Expiry): Promise<boolean> {
  const context = systemContext(deps, { part: 'retention', account_id: expiry.account_id })
  const outcome = await execute(deps, {
    aggregate: retention,
    id: retentionId(expiry.account_id),
    decide: expireMessages,
    command: { ...expiry, at: context.now().toISOString() },
    context,
  })
  if (outcome.refused !== undefined || outcome.position === null) return false
  await waitForReadModels(leadership, outcome.position)
  return true
}

/** The time that was named last, and by the fact at which position. */
type LastExpiry = { readonly before: string; readonly position: number }

async function lastExpiry(run: Run, accountId: string | null): Promise<LastExpiry | null> {
  const id = retentionRowId('messages', accountId)
  const [row] = await run<LastExpiry>(
    sql`select gone_before as before, position from retention where id = ${id}`,
  )
  return row === undefined ? null : { ...row, before: new Date(row.before).toISOString() }
}

/** Those of an erased account are removed, and what expires is shown no more. */
async function accountsWithOld(run: Run, since: string): Promise<readonly string[]> {
  const rows = await run<{ id: string }>(sql`select a.id from accounts a
    where a.id not in (select id from erased_accounts) and (
      exists (select from messages m
        where m.account_id = a.id and m.has_words and m.created_at < ${since}::timestamptz)
      or exists (select from imported_messages i
        where i.account_id = a.id and i.has_words and i.aged_from < ${since}::timestamptz)
      or exists (select from media f
        where f.account_id = a.id and f.has_name and f.appeared_at < ${since}::timestamptz))
    order by a.id`)
  return rows.map(({ id }) => id)
}

async function endOfPortion(run: Run, accountId: string, since: string): Promise<string> {
  const [last] = await run<{ at: string | null }>(sql`select least(
    (select created_at from messages where account_id = ${accountId} and has_words
      and created_at < ${since}::timestamptz order by created_at offset ${PORTION - 1} limit 1),
    (select aged_from from imported_messages where account_id = ${accountId} and has_words
      and aged_from < ${since}::timestamptz order by aged_from offset ${PORTION - 1} limit 1),
    (select appeared_at from media where account_id = ${accountId} and has_name
      and appeared_at < ${since}::timestamptz order by appeared_at offset ${PORTION - 1} limit 1)) as at`)
  return last?.at == null ? since : nextTime(last.at)
}

/** Times are whole milliseconds: the next time after one is a millisecond later. */
function nextTime(at: string): string {
  return new Date(Date.parse(at) + 1).toISOString()
}
