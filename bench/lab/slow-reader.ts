import { setTimeout as delay } from 'node:timers/promises'
import { LEAST_POSITION } from '@recado/application/read-models/partitions'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { openPool } from '@recado/infra/postgres/pool'
import type pg from 'pg'
import type { Lab } from './lab.ts'
import type { Stack } from './stack.ts'

const LOOK_MS = 50

/** A second projector over the same log, which reads in full batches what others have read before, as a rebuild does. */
export type SlowReader = {
  /** It stands still. */
  halt(): void
  /** It goes on; resolves when its tables show what those of the first projector do. */
  catchUp(): Promise<void>
}

export async function openSlowReader(lab: Lab, stack: Stack): Promise<SlowReader> {
  const DATABASE_URL = await lab.database('rebuild')
  const { pid } = await stack.projector('rebuild', { DATABASE_URL })
  const [first, second] = [stack.settings.DATABASE_URL, DATABASE_URL].map((url) =>
    openPool(url, { max: 1, searchPath: READ_SCHEMA }),
  ) as [pg.Pool, pg.Pool]
  for (const pool of [first, second]) lab.after(() => pool.end())
  lab.after(async () => void process.kill(pid, 'SIGCONT'))
  return {
    halt: () => void process.kill(pid, 'SIGSTOP'),
    async catchUp() {
      process.kill(pid, 'SIGCONT')
      const shown = await positionOf(first)
      while ((await positionOf(second)) < shown) await delay(LOOK_MS)
    },
  }
}

async function positionOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ position: string }>(LEAST_POSITION)
  return Number(rows[0]?.position ?? -1)
}
