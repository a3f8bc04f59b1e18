import type { RedeliveryRequested } from './events.ts'

/** Delivers the event of a delivery once more under a new id, whatever became of that delivery. */
export type Redeliver = Omit<RedeliveryRequested['data'], 'requested_at'> & { at: string }

/** Never refused. A repeat has the same delivery id, and so it is the same event in the journal. */
export function redeliver({ at, ...redelivery }: Redeliver): RedeliveryRequested {
  return { type: 'RedeliveryRequested', data: { ...redelivery, requested_at: at } }
}
