import type { ProviderCalls } from '@recado/infra/providers/provider'
import type { OutboundMessage, SendOutcome } from '@recado/infra/providers/send-call'
import type { ConnectionEntry } from '@recado/infra/registry-entries'

/** Prepares a provider call and makes it at once, without a claim. */
export async function sendOnce(
  prepare: NonNullable<ProviderCalls['prepare']>,
  connection: ConnectionEntry,
  message: OutboundMessage,
): Promise<SendOutcome> {
  const ready = await prepare(connection, message)
  return 'send' in ready ? ready.send() : ready
}
