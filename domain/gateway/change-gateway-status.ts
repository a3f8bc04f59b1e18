import type { Decide } from '../decision.ts'
import type { GatewayStatus, GatewayStatusChanged } from './events.ts'
import type { Gateway } from './gateway.ts'

export type ChangeGatewayStatus = {
  gateway_id: string | null
  status: GatewayStatus
  reason: string | null
  at: string
}

/** Records that a gateway stopped answering, or answers again; nothing when that is known, or it is removed. */
export const changeGatewayStatus: Decide<ChangeGatewayStatus, Gateway, GatewayStatusChanged> = (
  { at, ...change },
  { status, is_removed },
) => {
  if (is_removed || status === change.status) return []
  return [{ type: 'GatewayStatusChanged', data: { ...change, changed_at: at } }]
}
