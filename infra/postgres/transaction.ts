import type pg from 'pg'
import { isPostgresUnavailable } from './unavailable.ts'

/** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
export async function transaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    if (isPostgresUnavailable(error)) {
      client.release(true)
      throw error
    }
    // A connection that cannot roll back is discarded.
    const broken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    client.release(broken)
    throw error
  }
}
