import { ReadModelsNotFilled } from '@recado/infra/postgres/not-filled'
import type { Pool } from '@recado/infra/postgres/run'
import { rowsIfMade } from './rows-if-made.ts'

/** @throws the error of Postgres */
export async function areFilled(pool: Pick<Pool, 'query'>): Promise<boolean> {
  const [checkpoint] = await rowsIfMade(
    pool.query<{ filled: boolean }>('select filled_at is not null as filled from checkpoint'),
  )
  return checkpoint?.filled === true
}

export async function filledCheck(pool: Pick<Pool, 'query'>): Promise<true | string> {
  return (await areFilled(pool)) || new ReadModelsNotFilled().message
}

/**
 * Makes reads throw ReadModelsNotFilled until the read models have been filled once: half-filled tables must not pass
 * for all there is. From then on nothing is checked. See ADR 59.
 */
export function onceFilled(pool: Pool): Pool {
  let isFilled = false
  let asking: Promise<boolean> | undefined
  const ask = () => {
    asking ??= areFilled(pool).finally(() => {
      asking = undefined
    })
    return asking
  }
  const gated =
    (name: 'query' | 'connect') =>
    async (...given: unknown[]) => {
      isFilled ||= await ask()
      if (!isFilled) throw new ReadModelsNotFilled()
      return (pool[name] as (...given: unknown[]) => Promise<unknown>).apply(pool, given)
    }
  const own = { query: gated('query'), connect: gated('connect') }
  return new Proxy(pool, {
    get: (of, key) =>
      (key === 'query' || key === 'connect') && !isFilled ? own[key] : of[key as 'query'],
  })
}
