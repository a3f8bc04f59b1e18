import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'

export type OldCopy = {
  readonly id: string
  readonly account_id: string
  readonly connection_id: string
  readonly provider_media_id: string
  readonly file_ref: string
}

/** The bytes of the files that an account has copies of. */
export async function storedBytes(run: Run, accountId: string): Promise<number> {
  const [row] = await run<{ bytes: number }>(sql`
    select coalesce(sum(stored_bytes), 0)::float8 as bytes from media
    where account_id = ${accountId} and file_ref is not null`)
  return row?.bytes ?? 0
}

/** Reference of the key of an account's copies; null while it has none. */
export async function keyInUse(run: Run, accountId: string): Promise<string | null> {
  const [row] = await run<{ key_ref: string }>(sql`
    select key_ref from media where account_id = ${accountId} and file_ref is not null limit 1`)
  return row?.key_ref ?? null
}

/** Which of these files are copies. */
export async function knownFiles(
  run: Run,
  fileRefs: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await run<{ file_ref: string }>(sql`
    select file_ref from media where file_ref = any(${fileRefs}::uuid[])`)
  return new Set(rows.map(({ file_ref }) => file_ref))
}

/** Whether the read models may lack copies that the log names, because facts are parked. */
export async function mayLackCopies(run: Run): Promise<boolean> {
  const [row] = await run<{ parked: boolean }>(sql`
    select exists (select from parked_events where stream like 'media-%') as parked`)
  return row?.parked !== false
}

/** The oldest copies from before a time. */
export function copiesBefore(run: Run, time: Date, count: number): Promise<readonly OldCopy[]> {
  return run<OldCopy>(sql`
    select id, account_id, connection_id, provider_media_id, file_ref from media
    where file_ref is not null and stored_at < ${time} order by stored_at limit ${count}`)
}
