import type { RestartPolicy } from './crash-record.ts'
import { deferred } from './deferred.ts'
import { type KeptPart, keepPart } from './keep-part.ts'
import type { Log } from './native-process.ts'
import type { Part, StartPart } from './part.ts'

/** Keeps parts running until `stop`; `keep-part.ts` describes the states of a part. */
export type Supervisor = {
  /** Starts a part and restarts it whenever it ends; resolves when it first serves. */
  start<P extends Part>(name: string, start: StartPart<P>): Promise<P>
  pids(): Record<string, number>
  /** Resolves with the reason when a part is given up. */
  gaveUp: Promise<string>
  /** Stops all parts in reverse order of their start; resolves when none runs. */
  stop(): Promise<void>
}

/** Fields left out of the policy have the product's defaults. */
export type SupervisorOptions = Partial<RestartPolicy> & {
  log: (name: string) => Log
  /** Called whenever a part has started or ended. */
  changed?: () => void
}

const DEFAULT_POLICY: RestartPolicy = {
  crashes: 5,
  withinMs: 60_000,
  pauseMs: 250,
  steadyMs: 10_000,
}

export function supervise({
  log,
  changed = () => undefined,
  ...policy
}: SupervisorOptions): Supervisor {
  const stopping = new AbortController()
  const kept: { name: string; part: KeptPart<Part> }[] = []
  const gaveUp = deferred<string>()
  return {
    start(name, start) {
      const part = keepPart(name, start, {
        policy: { ...DEFAULT_POLICY, ...policy },
        log: log(name),
        stopping: stopping.signal,
        changed,
      })
      kept.push({ name, part })
      void part.done.then((reason) => reason !== null && gaveUp.resolve(reason))
      return part.first
    },
    pids: () => Object.fromEntries(kept.flatMap(({ name, part }) => pidOf(name, part.serving()))),
    gaveUp: gaveUp.promise,
    async stop() {
      stopping.abort()
      for (const { part } of kept.toReversed()) {
        await part.serving()?.stop()
        await part.done
      }
    },
  }
}

function pidOf(name: string, part: Part | undefined): [string, number][] {
  return part === undefined ? [] : [[name, part.pid]]
}
