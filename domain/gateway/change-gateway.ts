import { type Decide, refuse } from '../decision.ts'
import type { GatewayChanged } from './events.ts'
import type { Gateway } from './gateway.ts'

/** What is given changes; the rest stays. */
export type ChangeGateway = {
  gateway_id: string
  address?: string | undefined
  max_sessions?: number | undefined
  secret_refs?: Record<string, string> | undefined
  at: string
}

/** Changes a gateway; nothing when it is so already. */
export const changeGateway: Decide<ChangeGateway, Gateway, GatewayChanged, 'gateway_not_found'> = (
  { gateway_id, address, max_sessions, secret_refs, at },
  { registered },
) => {
  if (registered === null) return refuse('gateway_not_found')
  const changed = {
    address: address ?? registered.address,
    max_sessions: max_sessions ?? registered.max_sessions,
    secret_refs: secret_refs ?? registered.secret_refs,
  }
  const isSame =
    changed.address === registered.address &&
    changed.max_sessions === registered.max_sessions &&
    changed.secret_refs.api_key === registered.secret_refs.api_key
  if (isSame) return []
  return [{ type: 'GatewayChanged', data: { gateway_id, ...changed, changed_at: at } }]
}
