import { KEPT_DAYS, keptUntil } from '@recado/application/media/kept-by-provider'
import { HOUR_MS } from '@recado/domain/durations'
import { doublingWait } from '@recado/infra/concurrency/backoff'
import { makeControlTables } from '@recado/infra/postgres/make-when-missing'
import type { Run } from '@recado/infra/postgres/run'
import { raw, sql } from '@recado/infra/postgres/sql'
import type pg from 'pg'

/** A file that waits to be copied. */
export type QueuedFile = {
  /** That of its stream. */
  readonly id: string
  readonly account_id: string
  readonly connection_id: string
  readonly provider_media_id: string
  readonly failures: number
}

/** A file that a fact has told of. */
export type AppearedFile = Omit<QueuedFile, 'failures'> & {
  readonly origin: 'uploaded' | 'received'
  /** ISO 8601. */
  readonly appeared_at: string
}

/** In all, sixteen tries within three days. */
const FIRST_PAUSE_MS = 30_000
const MAX_PAUSE_MS = 12 * HOUR_MS
const MAX_FAILURES = 16

const DDL = new URL('./media-queue.sql', import.meta.url)

const INSERT = raw(`insert into control.media_queue
  (id, account_id, connection_id, provider_media_id, due_at, expires_at)`)

/** Creates the queue if it is missing. Losing it costs time, nothing else. */
export async function createMediaQueue(client: pg.ClientBase): Promise<void> {
  await client.query('begin')
  await makeControlTables(client, DDL)
  await client.query('commit')
}

/** Adds every file that its provider may still have and that was never copied, from the read models. */
export async function fillQueue(run: Run, now: Date): Promise<void> {
  const { uploaded, received } = KEPT_DAYS
  await run(sql`${INSERT}
    select * from (
      select id, account_id, connection_id, provider_media_id, ${now}::timestamptz as due_at,
        appeared_at + case origin when 'uploaded' then ${uploaded}::int else ${received}::int end
          * interval '1 day' as expires_at
      from media where not deleted and stored_at is null) m
    where expires_at > ${now} on conflict (id) do nothing`)
}

/** Adds files that their providers may still have. */
export async function addFiles(run: Run, files: readonly AppearedFile[], now: Date): Promise<void> {
  const kept = files.filter((file) => expiryOf(file) > now)
  if (kept.length === 0) return
  const column = (name: keyof AppearedFile) => kept.map((file) => file[name])
  await run(sql`${INSERT}
    select id, account, connection, media, ${now}::timestamptz, expiry from unnest(
      ${column('id')}::uuid[], ${column('account_id')}::uuid[], ${column('connection_id')}::uuid[],
      ${column('provider_media_id')}::text[], ${kept.map(expiryOf)}::timestamptz[]
    ) f (id, account, connection, media, expiry) on conflict (id) do nothing`)
}

function expiryOf({ origin, appeared_at }: AppearedFile): Date {
  return keptUntil(origin, appeared_at)
}

/** The accounts with files that are due; one step in the index for each account with any. */
export async function accountsDue(run: Run, now: Date): Promise<readonly string[]> {
  const rows = await run<{ account_id: string }>(sql`
    with recursive owner as (
      (select account_id from control.media_queue order by account_id limit 1)
      union all
      select (select account_id from control.media_queue q where q.account_id > o.account_id
        order by account_id limit 1)
      from owner o where o.account_id is not null)
    select account_id from owner o where exists (
      select from control.media_queue q where q.account_id = o.account_id and q.due_at <= ${now})`)
  return rows.map(({ account_id }) => account_id)
}

/** The files of an account that have been due for the longest time. */
export function nextFiles(
  run: Run,
  accountId: string,
  now: Date,
  count: number,
): Promise<readonly QueuedFile[]> {
  return run<QueuedFile>(sql`
    select id, account_id, connection_id, provider_media_id, failures from control.media_queue
    where account_id = ${accountId} and due_at <= ${now} order by due_at limit ${count}`)
}

export async function removeFiles(run: Run, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await run(sql`delete from control.media_queue where id = any(${ids}::uuid[])`)
}

/** Tries a file again later, and counts no failure. */
export async function postponeFile(run: Run, id: string, until: Date): Promise<void> {
  await run(sql`update control.media_queue set due_at = ${until} where id = ${id}`)
}

/** Tries a file again after a pause that doubles, or never after its last try. @returns whether it is given up */
export async function failFile(
  run: Run,
  { id, failures }: QueuedFile,
  now: Date,
  isLast: boolean,
): Promise<boolean> {
  const isGivenUp = isLast || failures + 1 >= MAX_FAILURES
  const pause = doublingWait(failures, FIRST_PAUSE_MS, MAX_PAUSE_MS)
  const due = isGivenUp ? 'infinity' : new Date(now.getTime() + pause).toISOString()
  await run(sql`update control.media_queue
    set failures = failures + 1, due_at = ${due}::timestamptz where id = ${id}`)
  return isGivenUp
}

/** Forgets files that no provider keeps any more. */
export async function forgetExpired(run: Run, now: Date): Promise<void> {
  await run(sql`delete from control.media_queue where expires_at <= ${now}`)
}
