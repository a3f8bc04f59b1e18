import type pg from 'pg'

export type IntakeProgress = {
  /** Whether intake has yet to reach a position: none of its facts is missing then. */
  isBehind(position: bigint): Promise<boolean>
  isParked(rawEventId: string, intent: number): Promise<boolean>
  isShown(position: bigint): Promise<boolean>
}

const UNDEFINED_TABLE = '42P01'

export function intakeProgress(pool: pg.Pool): IntakeProgress {
  let worked = -1n
  let shown = -1n
  return {
    async isBehind(position) {
      if (worked < position) worked = await placeOf(pool)
      return worked < position
    },
    async isParked(id, intent) {
      const text = 'select 1 from control.intake_parked where raw_event_id = $1 and intent = $2'
      const { rows } = await unlessMissing(pool.query(text, [id, intent]))
      return rows.length > 0
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

/** Without a checkpoint, intake has yet to read the whole log. */
async function placeOf(pool: pg.Pool): Promise<bigint> {
  const { rows } = await unlessMissing(
    pool.query<{ position: number }>('select position from control.intake_checkpoint'),
  )
  return BigInt(rows[0]?.position ?? -1)
}

async function unlessMissing<Row>(asked: Promise<{ rows: Row[] }>): Promise<{ rows: Row[] }> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE)
      return { rows: [] }
    throw error
  }
}
