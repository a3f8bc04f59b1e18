import type { Pool } from '@recado/infra/postgres/run'
import { rowsIfMade } from '../read-models/rows-if-made.ts'

/** The position that intake has reached; -1 before its first. */
export async function intakePosition(pool: Pick<Pool, 'query'>): Promise<bigint> {
  const [checkpoint] = await rowsIfMade(
    pool.query<{ position: number }>('select position from control.intake_checkpoint'),
  )
  return BigInt(checkpoint?.position ?? -1)
}
