import { setTimeout as delay } from 'node:timers/promises'
import { doubling } from '@recado/infra/concurrency/backoff'
import type { Log } from './native-process.ts'
import type { Part, StartPart } from './part.ts'

/** Keeps parts running until told to stop. */
export type Supervisor = {
  /** Starts a part, and again whenever it ends; resolves when it serves for the first time. */
  start<P extends Part>(name: string, start: StartPart<P>): Promise<P>
  /** The process ids of the parts that run now. */
  pids(): Record<string, number>
  /** Settles with the reason when a part that never served for a while crashed too often to go on. */
  gaveUp: Promise<string>
  /** Stops all parts, the last started first; resolves when none runs. */
  stop(): Promise<void>
}

/**
 * Where lines go, how many crashes within how long are too many, the first pause after one, and after how long a
 * part that serves is sound: if it crashes later, the reason is around it, such as a full disk, and may pass.
 */
export type SupervisorOptions = {
  log: (name: string) => Log
  crashes?: number
  withinMs?: number
  pauseMs?: number
  steadyMs?: number
  /** Called whenever a part has started or ended. */
  changed?: () => void
}

/** A supervisor without parts. Pauses between restarts double, up to ten seconds; a sound part is never given up. */
export function supervise({
  log,
  crashes = 5,
  withinMs = 60_000,
  pauseMs = 250,
  steadyMs = 10_000,
  changed = () => undefined,
}: SupervisorOptions): Supervisor {
  const stopping = new AbortController()
  const running = new Map<string, Part>()
  const keepers: { name: string; done: Promise<void> }[] = []
  const fatal = deferred<string>()

  /** One life of a part; answers how it ended. */
  const live = async <P extends Part>(
    name: string,
    start: StartPart<P>,
    serving: (part: P) => void,
  ): Promise<string> => {
    const began = Date.now()
    log(name)('starting')
    try {
      const part = await start({ log: log(name), stopping: stopping.signal })
      log(name)(`ready after ${((Date.now() - began) / 1000).toFixed(1)} s`)
      running.set(name, part)
      changed()
      serving(part)
      if (stopping.signal.aborted) await part.stop()
      return await part.ended
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    } finally {
      running.delete(name)
      changed()
    }
  }

  const keep = async <P extends Part>(
    name: string,
    start: StartPart<P>,
    first: Deferred<P>,
  ): Promise<void> => {
    let recent: number[] = []
    let sound = false
    while (!stopping.signal.aborted) {
      let servesSince = Number.POSITIVE_INFINITY
      const how = await live(name, start, (part) => {
        servesSince = Date.now()
        first.resolve(part)
      })
      if (stopping.signal.aborted) break
      sound ||= Date.now() - servesSince >= steadyMs
      recent = [...recent.filter((time) => time > Date.now() - withinMs), Date.now()]
      if (recent.length >= crashes && !sound) {
        const line = `${name} crashed ${crashes} times within ${withinMs / 1000} s, the last time it ${how}`
        fatal.resolve(line)
        return first.reject(new Error(line))
      }
      const pause = doubling(recent.length - 1, pauseMs, 10_000)
      log(name)(
        `crashed: ${how}. Starting it again in ${pause} ms (crash ${recent.length}${sound ? '' : ` of ${crashes}`})`,
      )
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
    first.reject(new Error(`${name} was stopped before it served`))
  }

  return {
    start(name, start) {
      const first = deferred<Awaited<ReturnType<typeof start>>>()
      keepers.push({ name, done: keep(name, start, first) })
      return first.promise
    },
    pids: () => Object.fromEntries([...running].map(([name, { pid }]) => [name, pid])),
    gaveUp: fatal.promise,
    async stop() {
      stopping.abort()
      for (const { name, done } of keepers.toReversed()) {
        await running.get(name)?.stop()
        await done
      }
    },
  }
}

type Deferred<T> = {
  promise: Promise<T>
  resolve(value: T): void
  reject(error: Error): void
}

function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  // A part may fail while nobody waits for it any more.
  promise.catch(() => undefined)
  return { promise, resolve, reject }
}
