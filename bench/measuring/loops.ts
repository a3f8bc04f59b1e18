import { setTimeout as delay } from 'node:timers/promises'
import type { Figures } from '../report/run-file.ts'
import type { RoundResult, Side } from './group.ts'

type Work<Input> = {
  /** Calls in progress at a time. */
  readonly atATime: number
  call(input: Input): Promise<unknown>
  /** Makes the input of a call; its time does not count in `p50_ms` and `p99_ms`. */
  prepare?(): Input
}

/** Calls until it is enough, `atATime` calls at a time. @returns a round with a rate and times */
export function closedLoop<Input = undefined>({ atATime, call, prepare }: Work<Input>): Side {
  return {
    async round(enough) {
      const took: number[] = []
      const start = performance.now()
      let isFailed = false
      const worker = async () => {
        while (!enough.isReached() && !enough.signal.aborted && !isFailed) {
          const input = prepare?.() as Input
          const at = performance.now()
          await call(input).catch((error) => {
            isFailed = true
            throw error
          })
          took.push(performance.now() - at)
        }
      }
      await Promise.all(Array.from({ length: atATime }, worker))
      return resultOf(took, start)
    },
  }
}

/**
 * Begins calls at fixed times whether or not earlier calls have ended, so that a stall counts for every call it delays.
 * The first call that fails fails the round at once.
 * @returns a round with times, each counted from the moment for which the call was scheduled
 */
export function openLoop(perSecond: number, count: number, call: () => Promise<unknown>): Side {
  return {
    round({ signal }) {
      return new Promise((resolve, reject) => {
        let isFailed = false
        const failed = (error: unknown) => {
          isFailed = true
          reject(error)
        }
        const isOver = () => isFailed || signal.aborted
        void beginAll({ perSecond, count, call }, isOver, failed).then(resolve, reject)
      })
    },
  }
}

type Scheduled = { perSecond: number; count: number; call(): Promise<unknown> }

async function beginAll(
  { perSecond, count, call }: Scheduled,
  isOver: () => boolean,
  failed: (error: unknown) => void,
): Promise<RoundResult> {
  const took: number[] = []
  const calls: Promise<unknown>[] = []
  const start = performance.now()
  for (let n = 0; n < count && !isOver(); n += 1) {
    const scheduled = start + (n * 1_000) / perSecond
    if (scheduled > performance.now()) await delay(scheduled - performance.now())
    calls.push(call().then(() => took.push(performance.now() - scheduled), failed))
  }
  await Promise.all(calls)
  return resultOf(took, start)
}

function resultOf(took: readonly number[], start: number): RoundResult {
  const rate_per_s = (took.length * 1_000) / (performance.now() - start)
  return { operations: took.length, figures: { rate_per_s, ...spread(took) } }
}

/**
 * One piece of work of many operations, as a round with a rate.
 * @param prepare makes what the work needs @param work ends early once the signal is aborted
 */
export function batchOf<Input>(
  operations: number,
  prepare: () => Promise<Input>,
  work: (input: Input, signal: AbortSignal) => Promise<unknown>,
): Side {
  let input: Input
  return {
    async prepare() {
      input = await prepare()
    },
    async round({ signal }) {
      const start = performance.now()
      await work(input, signal)
      const rate_per_s = (operations * 1_000) / (performance.now() - start)
      return { operations, figures: { rate_per_s } }
    },
  }
}

/** Calls so many times, `most` at a time, or until the signal is aborted. */
export async function atATime(
  most: number,
  count: number,
  call: () => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  let left = count
  const worker = async () => {
    while (left-- > 0 && signal?.aborted !== true) await call()
  }
  await Promise.all(Array.from({ length: most }, worker))
}

/** Median and 99th percentile. */
function spread(values: readonly number[]): Figures {
  return { p50_ms: percentile(values, 0.5), p99_ms: percentile(values, 0.99) }
}

/** @param share of the values that are smaller, at most 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
