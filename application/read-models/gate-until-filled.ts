import { ReadModelsNotFilled } from '@recado/infra/postgres/not-filled'
import type { Pool } from '@recado/infra/postgres/run'
import type { FillingWatch } from './filling.ts'

/**
 * Makes reads throw ReadModelsNotFilled until the read models have been filled once: a half-filled table would answer that
 * the rest does not exist. From then on nothing is checked. See ADR 51.
 */
export function gateUntilFilled(pool: Pool, filling: FillingWatch): Pool {
  let isFilled = false
  const admit = async () => {
    const now = isFilled ? null : await filling()
    if (now !== null) throw new ReadModelsNotFilled(now)
    isFilled = true
  }
  const gated =
    (name: 'query' | 'connect') =>
    async (...given: unknown[]) => {
      await admit()
      return (pool[name] as (...given: unknown[]) => Promise<unknown>).apply(pool, given)
    }
  const own = { query: gated('query'), connect: gated('connect') }
  return new Proxy(pool, {
    get: (of, key) =>
      (key === 'query' || key === 'connect') && !isFilled ? own[key] : of[key as 'query'],
  })
}
