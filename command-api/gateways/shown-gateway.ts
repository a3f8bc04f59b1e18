import type { GatewayInUse } from '@recado/application/gateways/gateways-in-use'
import type { OperatorGateway } from '@recado/contract/operator-gateway'
import { HttpProblem } from '@recado/infra/http/http-problem'

/** A gateway as the operator sees it, without its key. */
export function shownGateway(gateway: GatewayInUse): OperatorGateway {
  const { id, address, max_sessions, sessions, former_sessions } = gateway
  const { is_silent, silent_since, reason } = gateway
  const filled = { sessions, former_sessions, answers: !is_silent }
  return { id, address, max_sessions, ...filled, silent_since, reason }
}

/** The gateway with this address, however it is written. */
export function gatewayAt(
  gateways: readonly GatewayInUse[],
  address: string,
): GatewayInUse | undefined {
  return gateways.find((one) => normal(one.address) === normal(address))
}

export function noSuchGateway(): HttpProblem {
  return new HttpProblem(
    404,
    'not_found',
    'no such gateway; list them with GET /operator/v1/gateways. That of WAHA_URL is changed by its settings',
  )
}

function normal(address: string): string {
  return new URL(address).href.replace(/\/+$/, '')
}
