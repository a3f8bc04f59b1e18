import { randomInt } from 'node:crypto'
import type pg from 'pg'

/** How one process sees its share of the partitions, on behalf of the runner of one of them. */
export type PartitionShare = {
  /** Whether the process may try to lead this partition too. */
  readonly mayTry: (client: pg.ClientBase) => Promise<boolean>
  /** Whether the process leads more than its share by now, and this partition is the one to give up. */
  readonly isTooMuch: (client: pg.ClientBase) => Promise<boolean>
  readonly leads: (isLeader: boolean) => void
}

/** How often the processes are counted, ms. */
const COUNT_MS = 2_000

/**
 * Shares partitions among the processes that keep them: each leads at most its part, rounded up. So a process that comes
 * takes over from the others, and when one is gone the others take its partitions. A process is counted by a lock that its
 * sessions share, which ends with them.
 * @param name of the lock by which processes are counted, such as projectors:read_1
 * @returns the share as the runner of one partition sees it
 */
export function sharePartitions(name: string, count: number): (index: number) => PartitionShare {
  const process = randomInt(2 ** 31)
  const led = new Set<number>()
  const present = new WeakSet<pg.ClientBase>()
  let fair = count
  let countedAt = Number.NEGATIVE_INFINITY
  const beCounted = async (client: pg.ClientBase) => {
    if (present.has(client)) return
    present.add(client)
    await client.query('select pg_advisory_lock_shared(hashtext($1), $2)', [name, process])
  }
  const readFair = async (client: pg.ClientBase) => {
    if (performance.now() - countedAt < COUNT_MS) return
    countedAt = performance.now()
    const { rows } = await client.query(PROCESSES, [name])
    fair = Math.ceil(count / Math.max(1, rows[0].processes))
  }
  return (index) => ({
    async mayTry(client) {
      await beCounted(client)
      await readFair(client)
      if (led.size >= fair) return false
      led.add(index)
      return true
    },
    async isTooMuch(client) {
      await readFair(client)
      return led.size > fair && index === Math.max(...led)
    },
    leads: (isLeader) => void (isLeader ? led.add(index) : led.delete(index)),
  })
}

const PROCESSES = `select count(distinct objid)::integer as processes from pg_locks
  where locktype = 'advisory' and granted and objsubid = 2
    and classid::bigint = hashtext($1)::bigint & 4294967295
    and database = (select oid from pg_database where datname = current_database())`
