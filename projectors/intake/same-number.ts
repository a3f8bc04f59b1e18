import type pg from 'pg'

type Client = Pick<pg.ClientBase, 'query'>

/**
 * Keeps runners with different numbers of partitions from working at once: two of them could lead the same person. The
 * lock of a single runner is shared by the runners of several partitions, so it keeps out those with one partition, of
 * older releases too; a second one, shared as well, names the number. Both end with the session.
 * @param role the lock of a single runner
 * @param tell called the first time that others with another number work
 * @returns a function that takes both locks for a session, or says that others have another number
 */
export function sameNumber(
  role: string,
  count: number,
  tell: () => void,
): (client: Client) => Promise<boolean> {
  const holding = new WeakSet<Client>()
  let isTold = false
  return async (client) => {
    if (holding.has(client)) return true
    const { rows } = await client.query(TAKE_SHARED, [role])
    if (rows[0].taken && (await takeNumber(client, role, count))) {
      holding.add(client)
      return true
    }
    if (!isTold) tell()
    isTold = true
    return false
  }
}

/** Gives everything back when there are others: two that look at the same moment both do, and try again later. */
async function takeNumber(client: Client, role: string, count: number): Promise<boolean> {
  const name = `${role} in partitions`
  await client.query('select pg_advisory_lock_shared(hashtext($1), $2)', [name, count])
  const { rows } = await client.query(OTHERS, [name, count])
  if (!rows[0].others) return true
  await client.query('select pg_advisory_unlock_shared(hashtext($1), $2)', [name, count])
  await client.query('select pg_advisory_unlock_shared(hashtextextended($1, 0))', [role])
  return false
}

const TAKE_SHARED = 'select pg_try_advisory_lock_shared(hashtextextended($1, 0)) as taken'

const OTHERS = `select exists (select from pg_locks
  where locktype = 'advisory' and granted and objsubid = 2 and objid <> $2::integer::oid
    and classid::bigint = hashtext($1)::bigint & 4294967295
    and database = (select oid from pg_database where datname = current_database())) as others`
