import { sleep } from '@recado/infra/concurrency/sleep'
import { electLeader, type Leadership } from './leader-election.ts'
import { openTasks, type Tasks } from './tasks.ts'

/** The logger that reactors need; a pino logger is one. */
export type ReactorLog = {
  warn(of: object, message: string): void
  error(of: object, message: string): void
}

/** Where a reactor runs. */
export type ReactorOptions = {
  readonly databaseUrl: string
  /** Schema of the read models; names the election as well. */
  readonly schema: string
  readonly log: ReactorLog
  readonly signal: AbortSignal
  /** Told when this process begins and ends to be the one that works, for metrics. */
  readonly leads?: (isLeader: boolean) => void
}

/** A part that acts on what the log tells. What it has done it knows from the log alone. */
export type Reactor = {
  /** Names an advisory lock that processes of other versions take too: it never changes. */
  readonly role: string
  /** What the log says when a leadership ends with an error. */
  readonly failure: string
  /** What the one elected runner does until its leadership ends. */
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

/**
 * Work that comes in rounds. Every leadership begins anew and ends when all that its rounds have started is over.
 * @param most how many tasks rounds may start at once
 */
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
