import { type Decide, refuse } from '../decision.ts'
import type { GatewayRemoved } from './events.ts'
import type { Gateway } from './gateway.ts'

export type RemoveGateway = {
  gateway_id: string
  /** How many numbers have their session there, as counted while nobody could add one. */
  sessions: number
  at: string
}

/** Removes a gateway that no number uses; nothing when it is removed already. */
export const removeGateway: Decide<
  RemoveGateway,
  Gateway,
  GatewayRemoved,
  'gateway_not_found' | 'gateway_in_use'
> = ({ gateway_id, sessions, at }, { registered, is_removed }) => {
  if (is_removed) return []
  if (registered === null) return refuse('gateway_not_found')
  if (sessions > 0) return refuse('gateway_in_use')
  return [{ type: 'GatewayRemoved', data: { gateway_id, removed_at: at } }]
}
