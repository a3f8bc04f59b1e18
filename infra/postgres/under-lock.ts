import type pg from 'pg'
import { keyedMutex } from '../concurrency/keyed-mutex.ts'
import { answerWithin } from '../concurrency/with-timeout.ts'
import type { Pool } from './run.ts'

/** Others hold the lock, and have not given it back in time. */
export class LockBusy extends Error {
  constructor(name: string) {
    super(`the lock ${name} was not free in time`)
    this.name = 'LockBusy'
  }
}

const LOCK_NOT_AVAILABLE = '55P03'

/** Callers of this process wait here, so that together they take one connection. */
const turns = keyedMutex()

/**
 * Does rare work that no other process may do at the same time. The lock ends with the work, or with this process.
 * @param name of the lock, the same in all processes of the database
 * @throws LockBusy after `waitMs`, the error of Postgres, or that of the work
 */
export async function underLock<T>(pool: Pool, lock: Lock, work: () => Promise<T>): Promise<T> {
  const { before, leave } = turns.enter([lock.name])
  const isMine = before === null || (await answerWithin(lock.waitMs, before.then(isFirst))) === true
  if (!isMine) {
    void before?.then(leave)
    throw new LockBusy(lock.name)
  }
  return lockedWork(pool, lock, work).finally(leave)
}

type Lock = { readonly name: string; readonly waitMs: number }

const isFirst = () => true

async function lockedWork<T>(pool: Pool, { name, waitMs }: Lock, work: () => Promise<T>) {
  const client = await pool.connect()
  let isBroken = false
  try {
    await takeLock(client, name, waitMs)
    return await work()
  } catch (error) {
    isBroken = !(error instanceof LockBusy)
    throw error
  } finally {
    await client.query('rollback').catch(() => {
      isBroken = true
    })
    client.release(isBroken)
  }
}

async function takeLock(client: pg.PoolClient, name: string, waitMs: number): Promise<void> {
  try {
    await client.query(`begin; set local lock_timeout = ${Math.ceil(waitMs)}`)
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) throw new LockBusy(name)
    throw error
  }
}
