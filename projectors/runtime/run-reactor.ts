import type { Partition } from '@recado/application/read-models/partitions'
import { sleep } from '@recado/infra/concurrency/sleep'
import type pg from 'pg'
import { electLeader, type Leadership } from './leader-election.ts'
import { openTasks, type Tasks } from './tasks.ts'

export type ReactorLog = {
  warn(of: object, message: string): void
  error(of: object, message: string): void
}

export type ReactorOptions = {
  readonly databaseUrl: string
  readonly schema: string
  readonly log: ReactorLog
  readonly signal: AbortSignal
  /** Hears whether this process leads, and which partition where there are several. */
  readonly leads?: (isLeader: boolean, partition?: Partition) => void
  /** Whether to try to lead now; always unless given. */
  readonly mayTry?: (client: pg.Client) => Promise<boolean>
}

/** A part that acts on what the log says. It knows from the log alone what it has done. */
export type Reactor = {
  /** Name of an advisory lock. It never changes, because processes of other versions take the same lock. */
  readonly role: string
  readonly failure: string
  readonly work: (leadership: Leadership) => Promise<void>
}

/** Runs a reactor until the signal aborts: one of all processes leads, the others stand by. */
export function runReactor(options: ReactorOptions, reactor: Reactor): Promise<void> {
  const { schema, log } = options
  const role = `${reactor.role}:${schema}`
  const onError = (err: unknown) => log.error({ err }, reactor.failure)
  return electLeader({ ...options, searchPath: schema, role, onError }, reactor.work)
}

type Round = () => Promise<void> | void

/** Work in rounds. A leadership ends when all tasks of its rounds are over. @param most how many tasks at once */
export function inRounds(
  everyMs: number,
  most: number,
  begin: (leadership: Leadership, tasks: Tasks) => Promise<Round> | Round,
): Reactor['work'] {
  return async (leadership) => {
    const tasks = openTasks(most)
    const round = await begin(leadership, tasks)
    try {
      while (!leadership.signal.aborted) {
        await round()
        await sleep(everyMs, leadership.signal)
      }
    } finally {
      await tasks.ended()
    }
  }
}
