import type { OutboundMessage, Provider, SendOutcome } from '@recado/infra/providers/provider'
import type { ConnectionEntry } from '@recado/infra/registry-entries'

/** Prepares a call and makes it at once, with nothing claimed. */
export async function sendOnce(
  provider: Provider,
  connection: ConnectionEntry,
  message: OutboundMessage,
): Promise<SendOutcome> {
  const ready = await provider.prepare(connection, message)
  return 'send' in ready ? ready.send() : ready
}
