import type { Target } from '@recado/application/sending/send-request'
import type { MessageType } from '@recado/domain/message/events'
import { connectionReleased } from '@recado/infra/http/connection-released'
import { HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import { isServed } from '@recado/infra/providers/gateway-calls'
import type { OpenProvider, Providers } from '@recado/infra/providers/provider'
import { providerOf } from '@recado/infra/providers/provider-of'
import type { ConnectionEntry } from '@recado/infra/registry-entries'

/**
 * The problem when the connection cannot send this type to this person; else null. The provider's capabilities are
 * checked before the target, as the contract orders.
 */
export function sendGate(
  providers: Providers,
  connection: ConnectionEntry,
  type: MessageType,
  target: Target | HttpProblem,
): HttpProblem | null {
  const { type: kind, status, released: isReleased } = connection
  const provider = providerOf(providers, kind)
  if (!provider.capabilities.message_types.includes(type))
    return new HttpProblem(403, 'upgrade_required', `type ${type} needs an official connection`)
  if (target instanceof HttpProblem) return target
  if (isReleased) return connectionReleased('send through another')
  if (provider.sends.onlyConnected && status !== 'connected')
    return invalidInput(
      `the connection is ${status}: a ${kind} connection sends once it is connected`,
    )
  if (provider.prepare === undefined || !isServed(provider.gateways, connection))
    return invalidInput(`this installation has no gateway for ${kind} connections`)
  return isReachable(provider, target)
    ? null
    : invalidInput('no phone is stored for this contact: send recipient.phone')
}

function isReachable({ sends }: OpenProvider, target: Target): boolean {
  return target.phone !== null || target[sends.reachesBy] !== null
}
