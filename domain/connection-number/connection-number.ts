import type { Aggregate } from '../decision.ts'
import type { ConnectionNumberEvent } from './events.ts'

/** The holder of the provider's number; null while it is free. */
export type ConnectionNumber = {
  readonly account_id: string
  readonly connection_id: string
} | null

/** A number serves one account at a time. Stream: uuid of provider and phone_number_id or session. */
export const connectionNumber: Aggregate<ConnectionNumber, ConnectionNumberEvent> = {
  category: 'connectionNumber',
  initialState: null,
  evolve(_, event) {
    if (event.type === 'NumberReleased') return null
    const { account_id, connection_id } = event.data
    return { account_id, connection_id }
  },
}
