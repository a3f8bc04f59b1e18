import { type Decide, refuse } from '../decision.ts'
import type { Connection } from './connection.ts'
import type { ConnectionNoticed } from './events.ts'

export type RecordConnectionNotice = Omit<ConnectionNoticed['data'], 'noticed_at'> & { at: string }

/** Records what the provider reported about the number; nothing once the connection is released. */
export const recordConnectionNotice: Decide<
  RecordConnectionNotice,
  Connection,
  ConnectionNoticed,
  'connection_not_found'
> = ({ at, ...notice }, state) => {
  if (state === null) return refuse('connection_not_found')
  if (state.is_released) return []
  return [{ type: 'ConnectionNoticed', data: { ...notice, noticed_at: at } }]
}
