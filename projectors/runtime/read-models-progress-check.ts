import { readParts } from '@recado/application/status/parts'
import { readModelsLag } from '@recado/application/status/read-models-lag'
import { whyStuck } from '@recado/application/status/why-stuck'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type pg from 'pg'

/** True while the committed read models follow the log, else the reason. For the process that keeps them. */
export async function readModelsProgressCheck(
  pool: pg.Pool,
  store: EventStore,
): Promise<true | string> {
  const { stuck_since } = await readModelsLag(pool, store, Date.now())
  if (stuck_since == null) return true
  return `stuck since ${stuck_since}: ${whyStuck(await readParts(pool), 'read_models')}`
}
