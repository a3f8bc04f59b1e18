import { type Connections, findConnections } from '@recado/application/registry/find-connections'
import type { OutboundMessage } from '@recado/domain/message/message'
import { fingerprint } from './fingerprint.ts'
import type { SendCommand } from './send-command.ts'

/**
 * Whether a request asks for the send that its key stands for. Each connection that it names must be the recorded one,
 * by uuid or by number, even if other connections have got the same number since.
 */
export function isRepeat(
  registry: Connections,
  { account_id, send }: SendCommand,
  { ids, idempotency }: OutboundMessage,
): boolean {
  if (idempotency?.fingerprint !== fingerprint(send)) return false
  return send.connections.every((name) =>
    findConnections(registry, account_id, name)?.some(({ id }) => id === ids.connection_id),
  )
}
