import { DEADLINES } from '@recado/infra/deadlines'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { type Pool, runOn } from '@recado/infra/postgres/run'
import { eventsBehind } from '../read-models/followed.ts'
import { tableStands } from './control-tables.ts'

/** What waits for intake: how many raw events, at most as many as were to be counted, and since when the oldest. */
export type IntakeLag = { readonly events: number; readonly since: string | null }

/** How far intake is behind. @param most how many to count: it takes reading them. @throws when that cannot be known */
export async function intakeLag(pool: Pool, store: EventStore, most: number): Promise<IntakeLag> {
  const position = await intakePosition(pool)
  const of = { position, streamPrefixes: ['providerEvent-'], most, withinMs: DEADLINES.count }
  const behind = await eventsBehind(store, of)
  if (behind === null) throw new Error('the log does not tell what is behind intake')
  return { events: behind.count, since: behind.first?.metadata.recorded_at ?? null }
}

async function intakePosition(pool: Pool): Promise<bigint> {
  if (!(await tableStands(runOn(pool), 'control.intake_checkpoint'))) return -1n
  const { rows } = await pool.query('select position from control.intake_checkpoint')
  return BigInt(rows[0]?.position ?? -1)
}
