import type { ProviderCalls } from '@recado/infra/providers/provider'
import type { OutboundMessage, SendOutcome } from '@recado/infra/providers/send-call'
import type { ConnectionEntry } from '@recado/infra/registry-entries'

const PLACE_MS = 10_000

/** Prepares a provider call and makes it at once, without a claim. @throws Error when no place comes free */
export async function sendOnce(
  prepare: NonNullable<ProviderCalls['prepare']>,
  connection: ConnectionEntry,
  message: OutboundMessage,
): Promise<SendOutcome> {
  const ready = await prepare(connection, message, PLACE_MS)
  if ('outcome' in ready && ready.outcome === 'no_turn') throw new Error('no place came free')
  return 'send' in ready ? ready.send() : ready
}
