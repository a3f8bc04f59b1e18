import { findConnections } from '@recado/application/registry/find-connections'
import type { Registry } from '@recado/application/registry/registry'
import type { OutboundMessage } from '@recado/domain/message/message'
import { fingerprint } from './fingerprint.ts'
import type { SendOrder } from './intend-send.ts'

/**
 * Whether a request asks for the send that its key stands for. A connection it names must be the recorded one,
 * by uuid or by a number that this one has; whether the number has become ambiguous since does not matter.
 */
export function isRepeat(
  registry: Registry,
  { account_id, send }: SendOrder,
  { ids, idempotency }: OutboundMessage,
): boolean {
  if (idempotency?.fingerprint !== fingerprint(send)) return false
  return send.connections.every((name) =>
    findConnections(registry, account_id, name)?.some(({ id }) => id === ids.connection_id),
  )
}
