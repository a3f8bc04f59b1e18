import type pg from 'pg'
import { intakePosition } from '../intake/intake-position.ts'
import { rowsIfMade } from '../read-models/rows-if-made.ts'

export type IntakeProgress = {
  /** Whether intake has yet to reach a position: none of its facts is missing then. */
  isBehind(position: bigint): Promise<boolean>
  isParked(rawEventId: string, intent: number): Promise<boolean>
  isShown(position: bigint): Promise<boolean>
}

export function intakeProgress(pool: pg.Pool): IntakeProgress {
  let worked = -1n
  let shown = -1n
  return {
    async isBehind(position) {
      if (worked < position) worked = await intakePosition(pool)
      return worked < position
    },
    async isParked(id, intent) {
      const text = 'select 1 from control.intake_parked where raw_event_id = $1 and intent = $2'
      return (await rowsIfMade(pool.query(text, [id, intent]))).length > 0
    },
    async isShown(position) {
      if (shown < position) {
        const { rows } = await pool.query<{ position: number }>('select position from checkpoint')
        shown = BigInt(rows[0]?.position ?? -1)
      }
      return shown >= position
    },
  }
}
