import { type Decide, refuse } from '../decision.ts'
import type { Connection } from './connection.ts'
import type { ConnectionThroughputChanged } from './events.ts'

export type ChangeConnectionThroughput = {
  connection_id: string
  messages_per_second: number
  level: string | null
  at: string
}

/** Records how many messages a second the provider grants the number; nothing when that is known. */
export const changeConnectionThroughput: Decide<
  ChangeConnectionThroughput,
  Connection,
  ConnectionThroughputChanged,
  'connection_not_found'
> = ({ connection_id, messages_per_second, level, at }, state) => {
  if (state === null) return refuse('connection_not_found')
  if (state.is_released || state.messages_per_second === messages_per_second) return []
  const data = { connection_id, messages_per_second, level, changed_at: at }
  return [{ type: 'ConnectionThroughputChanged', data }]
}
