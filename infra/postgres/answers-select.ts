import type pg from 'pg'

/** Whether a database answers at all. @throws the error of `pg` when it does not */
export async function answersSelect(pool: pg.Pool): Promise<boolean> {
  await pool.query('select 1')
  return true
}
