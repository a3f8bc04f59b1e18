import { setTimeout as delay } from 'node:timers/promises'

/** Figures of one measurement by name, such as a rate per second, milliseconds or megabytes. */
export type Figures = Readonly<Record<string, number>>

/**
 * Calls `work` repeatedly, `concurrency` calls at a time, for `ms` milliseconds.
 * @param prepare makes the input of `work`; its time does not count in `p50` and `p99`
 * @returns `rate` calls per second, `p50` and `p99` in milliseconds
 */
export async function closedLoop<Input = undefined>(
  concurrency: number,
  ms: number,
  work: (input: Input) => Promise<unknown>,
  prepare?: () => Input,
): Promise<{ rate: number; p50: number; p99: number }> {
  const took: number[] = []
  const start = performance.now()
  const worker = async () => {
    while (performance.now() - start < ms) {
      const input = prepare?.() as Input
      const at = performance.now()
      await work(input)
      took.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return { rate: (took.length * 1_000) / (performance.now() - start), ...spread(took) }
}

/**
 * Begins calls at fixed times whether or not earlier calls have ended, so that a stall counts for every call it delays.
 * @param work resolves when the call has ended
 * @returns `p50` and `p99` in milliseconds, each counted from the time for which the call was scheduled
 */
export async function openLoop(
  perSecond: number,
  ms: number,
  work: () => Promise<unknown>,
): Promise<{ p50: number; p99: number }> {
  const took: number[] = []
  const calls: Promise<unknown>[] = []
  const start = performance.now()
  for (let n = 0; n < (perSecond * ms) / 1_000; n += 1) {
    const scheduled = start + (n * 1_000) / perSecond
    if (scheduled > performance.now()) await delay(scheduled - performance.now())
    calls.push(work().then(() => took.push(performance.now() - scheduled)))
  }
  await Promise.all(calls)
  return spread(took)
}

/** Median and 99th percentile. */
export function spread(values: readonly number[]): { p50: number; p99: number } {
  return { p50: percentile(values, 0.5), p99: percentile(values, 0.99) }
}

/**
 * Measures every variant once per round, so that a disturbance of the machine affects all of them.
 * @returns the median of each figure over the rounds
 */
export async function interleaved<Name extends string>(
  rounds: number,
  variants: Readonly<Record<Name, () => Promise<Figures>>>,
): Promise<Record<Name, Record<string, number>>> {
  const names = Object.keys(variants) as Name[]
  const seen = new Map<Name, Figures[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed())
      seen.get(name)?.push(await variants[name]())
  const medians = names.map((name) => [name, mediansOf(seen.get(name) ?? [])])
  return Object.fromEntries(medians)
}

/** The median of each figure. */
export function mediansOf(rounds: readonly Figures[]): Record<string, number> {
  const names = Object.keys(rounds[0] ?? {})
  return Object.fromEntries(
    names.map((name) => [
      name,
      percentile(
        rounds.flatMap((round) => round[name] ?? []),
        0.5,
      ),
    ]),
  )
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
