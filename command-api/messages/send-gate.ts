import { CAPABILITIES } from '@recado/contract/connection'
import type { MessageType } from '@recado/domain/message/events'
import { HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { Target } from './resolve-target.ts'

/**
 * Why this connection cannot send this type to this person; null when it can. The kind of connection is checked before
 * the target.
 */
export function sendGate(
  connection: ConnectionEntry,
  type: MessageType,
  hasProvider: boolean,
  target: Target | HttpProblem,
): HttpProblem | null {
  const { type: kind, status } = connection
  if (!CAPABILITIES[kind].message_types.includes(type))
    return new HttpProblem(403, 'upgrade_required', `type ${type} needs an official connection`)
  if (target instanceof HttpProblem) return target
  if (kind === 'freemium' && status !== 'connected')
    return invalidInput(
      `the connection is ${status}: a freemium connection sends once it is connected`,
    )
  if (!hasProvider) return invalidInput(`this installation has no gateway for ${kind} connections`)
  return isReachable(kind, target)
    ? null
    : invalidInput('no phone is stored for this contact: send recipient.phone')
}

function isReachable(kind: ConnectionEntry['type'], target: Target): boolean {
  if (target.phone !== null) return true
  return (kind === 'official' ? target.business_scoped_user_id : target.lid) !== null
}
