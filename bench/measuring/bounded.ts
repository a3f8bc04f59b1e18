import type { Clock } from './clock.ts'

/** What ends work besides its own end. */
export type Bounds = {
  readonly clock: Clock
  /** Aborted when the whole run is to stop. */
  readonly stopping: AbortSignal
  readonly strays: Strays
}

/** Errors that nobody waits for, such as the rejection of a promise that was given up. */
export type Strays = {
  /** Fails the work in progress. @returns whether there is any */
  fail(error: unknown): boolean
  /** Registers the work in progress. */
  listen(reject: ((error: unknown) => void) | null): void
}

export function openStrays(): Strays {
  let listener: ((error: unknown) => void) | null = null
  return {
    fail(error) {
      listener?.(error)
      return listener !== null
    },
    listen(reject) {
      listener = reject
    },
  }
}

/** The run was stopped by whoever started it. */
export class Interrupted extends Error {
  override readonly message = 'interrupted'
}

/** What is given up may end its calls in so long, so that they do not disturb what follows, ms. */
const GRACE_MS = 10_000

/**
 * Resolves as `work` does. It rejects as soon as the time is over, the run is stopped or an error strays; the work's
 * signal is then aborted, and what else becomes of the work is ignored.
 * @param late what the error says when the time is over
 */
export async function bounded<T>(
  work: (signal: AbortSignal) => Promise<T>,
  ms: number,
  late: string,
  { clock, stopping, strays }: Bounds,
): Promise<T> {
  if (stopping.aborted) throw new Interrupted()
  const ending = new AbortController()
  const end = new Promise<never>((_, reject) => {
    strays.listen(reject)
    stopping.addEventListener('abort', () => reject(new Interrupted()), { signal: ending.signal })
    void clock.wait(ms, ending.signal).then(() => reject(new Error(late)))
  })
  const working = work(ending.signal)
  try {
    return await Promise.race([working, end])
  } finally {
    ending.abort()
    strays.listen(null)
    const ended = working.then(noop, noop)
    if (!stopping.aborted) await within(ended, clock)
  }
}

async function within(ended: Promise<unknown>, clock: Clock): Promise<void> {
  const done = new AbortController()
  await Promise.race([ended, clock.wait(GRACE_MS, done.signal)])
  done.abort()
}

function noop(): void {
  // It has been reported, or is of no interest any more.
}
