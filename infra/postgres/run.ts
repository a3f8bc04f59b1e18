import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Statement } from './sql.ts'

export type Pool = pg.Pool

export type Run = <Row>(statement: Statement) => Promise<Row[]>

const names = new LRUCache<string, string>({ max: 2_000 })

/** Runs statements on a pool or connection, each prepared once per connection under a name derived from its text. */
export function runOn(connection: Pick<pg.Pool, 'query'>): Run {
  return async <Row>({ text, values }: Statement) => {
    const { rows } = await connection.query({ name: nameOf(text), text, values: [...values] })
    return rows as Row[]
  }
}

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `s_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
  names.set(text, name)
  return name
}
