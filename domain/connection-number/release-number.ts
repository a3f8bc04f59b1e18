import type { Decide } from '../decision.ts'
import type { ConnectionNumber } from './connection-number.ts'
import type { NumberReleased } from './events.ts'

export type ReleaseNumber = { connection_id: string; at: string }

export const releaseNumber: Decide<ReleaseNumber, ConnectionNumber, NumberReleased> = (
  { connection_id, at },
  holder,
) =>
  holder?.connection_id === connection_id
    ? [{ type: 'NumberReleased', data: { connection_id, released_at: at } }]
    : []
