import type { RedeliveryRequested } from './events.ts'

/** Delivers the event of a delivery once more under a new id, whatever became of that delivery. */
export type Redeliver = Omit<RedeliveryRequested['data'], 'requested_at'> & { at: string }

/** Nothing is there to say no: the new id tells a repeat, which is the same event in the journal. */
export function redeliver({ at, ...of }: Redeliver): RedeliveryRequested {
  return { type: 'RedeliveryRequested', data: { ...of, requested_at: at } }
}
