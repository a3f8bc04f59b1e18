import type { Aggregate } from '../decision.ts'
import type { CallEvent } from './events.ts'

export type Call = 'unwritten' | 'received'

/** Stream: uuid of connection + provider call id. */
export const call: Aggregate<Call, CallEvent> = {
  category: 'call',
  initialState: 'unwritten',
  evolve: () => 'received',
}
