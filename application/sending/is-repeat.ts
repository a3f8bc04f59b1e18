import type { OutboundMessage } from '@recado/domain/message/message'
import { type Connections, fittingConnections } from '../registry/find-connections.ts'
import { fingerprint, roundedFingerprint } from './fingerprint.ts'
import type { SendCommand } from './send-request.ts'

/**
 * Whether a request repeats the recorded send of its key. Each connection that the request names must fit the recorded
 * one, by uuid or number, even if other connections have the same number by now.
 */
export function isRepeat(
  registry: Connections,
  { account_id, send }: SendCommand,
  { ids, idempotency }: OutboundMessage,
): boolean {
  const recorded = idempotency?.fingerprint
  if (recorded !== fingerprint(send) && recorded !== roundedFingerprint(send)) return false
  return send.connections.every((name) =>
    fittingConnections(registry, account_id, name)?.some(({ id }) => id === ids.connection_id),
  )
}
