import { sleep } from '@recado/infra/concurrency/sleep'
import type pg from 'pg'
import { projectorRole } from './run-projector.ts'

const LOOK_MS = 100

const END_HOLDER = `select pg_terminate_backend(pid) from pg_locks
  where locktype = 'advisory' and granted and objsubid = 1 and pid <> $2
    and database = (select oid from pg_database where datname = current_database())
    and ((classid::bigint << 32) | objid::bigint) = hashtextextended($1, 0)`

/**
 * Takes the lock of each partition, which `client` then holds: no other process keeps the schema until that connection
 * ends.
 */
export async function takeOverSchema(
  client: pg.ClientBase,
  others: Pick<pg.ClientBase, 'query'>,
  schema: string,
): Promise<void> {
  const { rows } = await client.query<{ partition: number }>(
    `select partition from ${schema}.checkpoint order by partition`,
  )
  for (const { partition } of rows) await takeOver(client, others, projectorRole(schema, partition))
}

async function takeOver(
  client: pg.ClientBase,
  others: Pick<pg.ClientBase, 'query'>,
  role: string,
): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  let held = false
  // A queued lock request goes before standbys, which only try the lock.
  const waiting = client
    .query('select pg_advisory_lock(hashtextextended($1, 0))', [role])
    .then(() => {
      held = true
    })
  while (!held) {
    await others.query(END_HOLDER, [role, rows[0]?.pid])
    await Promise.race([waiting, sleep(LOOK_MS)])
  }
}
