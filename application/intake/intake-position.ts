import type { Pool } from '@recado/infra/postgres/run'
import { rowsIfTableExists } from '../read-models/rows-if-table-exists.ts'

/** The log position that intake has reached; -1 before its first event. */
export async function intakePosition(pool: Pick<Pool, 'query'>): Promise<bigint> {
  const [checkpoint] = await rowsIfTableExists(
    pool.query<{ position: number }>('select position from control.intake_checkpoint'),
  )
  return BigInt(checkpoint?.position ?? -1)
}
