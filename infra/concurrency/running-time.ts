import { sleep } from './sleep.ts'

/** The clock, the timers and the turns of an event loop. Tests pass a loop of their own. */
export type Loop = {
  /** Monotonic, ms. The clock goes on while the process stands still. */
  now(): number
  /** Calls once after `ms`. @returns a function that prevents it */
  after(ms: number, call: () => void): () => void
  /** Calls every `ms`, without keeping the process alive. @returns a function that ends it */
  every(ms: number, call: () => void): () => void
  /** Calls once the loop has read what has arrived: in a late turn, timers run before that. */
  onceRead(call: () => void): void
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

const NODE: Loop = {
  now: () => performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
  every(ms, call) {
    const timer = setInterval(call, ms)
    timer.unref()
    return () => clearInterval(timer)
  },
  onceRead: (call) => void setImmediate(call),
  sleep,
}

/** What one turn of the loop counts at most, ms. */
const TICK_MS = 250

/**
 * Time in which this process could have read an answer, so that it does not blame a server for its own delay. A turn of
 * the loop that was late, for lack of CPU or for work of ours, counts as TICK_MS however long it took.
 */
export type RunningTime = {
  /** Running time, ms. */
  now(): number
  /** The loop's own clock, ms: for promises to callers, which hold while the process stands still too. */
  clock(): number
  /** Calls once after `ms` of running time, what has arrived being read. @returns a function that prevents it */
  after(ms: number, call: () => void): () => void
  /** Calls every `ms` of the clock, what has arrived being read. @returns a function that ends it */
  every(ms: number, call: () => void): () => void
  /** Aborts after `ms` of running time, as `AbortSignal.timeout` does by the clock. The caller calls `end`. */
  timeout(ms: number): { readonly signal: AbortSignal; end(): void }
  /** The promise's answer, or the error `late` after `ms` of running time. The promise itself continues. */
  within<T>(ms: number, promise: Promise<T>, late: () => Error): Promise<T>
  /** For `ms` of the clock, or until the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

let ofProcess: RunningTime | undefined

/** The running time of this process, measured from the first call on. */
export function processTime(): RunningTime {
  ofProcess ??= runningTime(NODE)
  return ofProcess
}

export function runningTime(loop: Loop): RunningTime {
  let counted = 0
  let countedAt = loop.now()
  const now = () => counted + Math.min(TICK_MS, loop.now() - countedAt)
  loop.every(TICK_MS, () => {
    counted = now()
    countedAt = loop.now()
  })
  const after = (ms: number, call: () => void) => afterRunning(loop, now, ms, call)
  return {
    now,
    clock: loop.now,
    after,
    every: (ms, call) => loop.every(ms, () => loop.onceRead(call)),
    timeout: (ms) => timeout(after, ms),
    within: (ms, promise, late) => within(after, ms, promise, late),
    sleep: loop.sleep,
  }
}

function afterRunning(loop: Loop, now: () => number, ms: number, call: () => void): () => void {
  const due = now() + ms
  let isOff = false
  let cancel = (): void => undefined
  const look = () => {
    const left = due - now()
    if (left > 0) cancel = loop.after(Math.ceil(left), look)
    else loop.onceRead(() => isOff || call())
  }
  cancel = loop.after(ms, look)
  return () => {
    isOff = true
    cancel()
  }
}

function timeout(after: RunningTime['after'], ms: number) {
  const controller = new AbortController()
  const late = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  return { signal: controller.signal, end: after(ms, () => controller.abort(late())) }
}

async function within<T>(
  after: RunningTime['after'],
  ms: number,
  promise: Promise<T>,
  late: () => Error,
): Promise<T> {
  let cancel = (): void => undefined
  const timeout = new Promise<never>((_, reject) => {
    cancel = after(ms, () => reject(late()))
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    cancel()
  }
}
