import type { Decide } from '../decision.ts'
import type { GatewayRegistered } from './events.ts'
import type { Gateway } from './gateway.ts'

export type RegisterGateway = Omit<GatewayRegistered['data'], 'registered_at'> & { at: string }

/** Registers a gateway; nothing when its id is used. That an address has one gateway is for the caller to see to. */
export const registerGateway: Decide<RegisterGateway, Gateway, GatewayRegistered> = (
  { at, ...given },
  { registered, is_removed },
) => {
  if (registered !== null || is_removed) return []
  return [{ type: 'GatewayRegistered', data: { ...given, registered_at: at } }]
}
