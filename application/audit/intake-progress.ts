import type pg from 'pg'
import { intakePosition } from '../intake/intake-position.ts'
import { LEAST_POSITION } from '../read-models/partitions.ts'
import { rowsIfTableExists } from '../read-models/rows-if-table-exists.ts'

/** How far intake and the read models are, which decides whether a fact can be missing. */
export type IntakeProgress = {
  /** Whether intake has not reached a position yet; then none of the facts there is missing. */
  isBehind(position: bigint): Promise<boolean>
  isParked(rawEventId: string, intent: number): Promise<boolean>
  /** Whether the read models have reached a position. */
  isShown(position: bigint): Promise<boolean>
}

/** Reads the progress, and remembers what it has read. @param pool connections of the read models' schema */
export function intakeProgress(pool: Pick<pg.Pool, 'query'>): IntakeProgress {
  let recorded = -1n
  let shown = -1n
  return {
    async isBehind(position) {
      if (recorded < position) recorded = await intakePosition(pool)
      return recorded < position
    },
    async isParked(id, intent) {
      const text = 'select 1 from control.intake_parked where raw_event_id = $1 and intent = $2'
      return (await rowsIfTableExists(pool.query(text, [id, intent]))).length > 0
    },
    async isShown(position) {
      if (shown < position) {
        const { rows } = await pool.query<{ position: number }>(LEAST_POSITION)
        shown = BigInt(rows[0]?.position ?? -1)
      }
      return shown >= position
    },
  }
}
