import type { WarmUp } from '../report/run-file.ts'
import type { Clock } from './clock.ts'

/** Two successive rounds that differ by less are steady. */
const STEADY = 0.05

export type WarmUpBounds = { readonly capMs: number; readonly maxRounds: number }

/**
 * Does rounds until the processor time per operation of two successive ones differs by less than 5 %, or until the time
 * or the rounds are used up; always one.
 * @param round returns its processor time per operation
 */
export async function warmUp(
  round: () => Promise<number>,
  { capMs, maxRounds }: WarmUpBounds,
  clock: Clock,
): Promise<WarmUp> {
  const begun = clock.now()
  let last = Number.NaN
  for (let rounds = 1; ; rounds += 1) {
    const cost = await round()
    const isDone = isSteady(last, cost)
    const took = clock.now() - begun
    const warm = { rounds, took_s: took / 1_000 }
    if (isDone) return { ...warm, ended_by: 'steady' }
    if (took >= capMs || rounds >= maxRounds) return { ...warm, ended_by: 'cap' }
    last = cost
  }
}

/** Whether two rounds differ by less than 5 % of the dearer one. */
export function isSteady(one: number, other: number): boolean {
  return Math.abs(one - other) < STEADY * Math.max(one, other)
}
