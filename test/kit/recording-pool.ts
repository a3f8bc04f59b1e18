import type pg from 'pg'

type Asking = { query(...args: unknown[]): unknown }

/** A pool that records the text of every statement it runs, also through its single connections. */
export function recordingPool(pool: pg.Pool) {
  const texts = new Set<string>()
  const recorded = <T extends object>(to: T): T =>
    new Proxy(to, {
      get(target, name) {
        const value = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        if (name === 'connect') return async () => recorded(await pool.connect())
        if (name !== 'query') return value.bind(target)
        return (...args: unknown[]) => {
          const [statement] = args as [string | { text: string }]
          texts.add(typeof statement === 'string' ? statement : statement.text)
          return (target as unknown as Asking).query(...args)
        }
      },
    })
  return { pool: recorded(pool), texts: () => [...texts] }
}
