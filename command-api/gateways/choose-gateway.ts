import type { GatewayInUse } from '@recado/application/gateways/gateways-in-use'
import { hasRoom, leastFilled } from '@recado/domain/gateway/least-filled'
import { type HttpProblem, invalidInput } from '@recado/infra/http/http-problem'

/**
 * The gateway for a session: the one that is asked for, or else the least filled one.
 * @param asked undefined for any
 * @param whenFull completes "no gateway has room for another session; …"
 * @returns 422 when it does not exist or has no room
 */
export function chooseGateway(
  gateways: readonly GatewayInUse[],
  asked: string | null | undefined,
  whenFull: string,
): GatewayInUse | HttpProblem {
  if (asked === undefined)
    return (
      leastFilled(gateways) ?? invalidInput(`no gateway has room for another session; ${whenFull}`)
    )
  const chosen = gateways.find(({ id }) => id === asked)
  if (chosen === undefined) return noSuchGatewayFor(asked)
  if (hasRoom(chosen)) return chosen
  const { sessions, max_sessions } = chosen
  return invalidInput(
    `gateway_id: the gateway has no room (${sessions} of ${max_sessions} sessions); choose another, or let it take more`,
  )
}

function noSuchGatewayFor(asked: string | null): HttpProblem {
  const why =
    asked === null ? 'null names the gateway of WAHA_URL, which is not set' : 'no such gateway'
  return invalidInput(`gateway_id: ${why}; list them with GET /operator/v1/gateways`)
}

/** What an operator does about full gateways. */
export const MAKE_ROOM =
  'register one with POST /operator/v1/gateways, or let one take more (max_sessions, WAHA_MAX_SESSIONS)'
