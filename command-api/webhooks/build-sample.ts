import { sampleEvent } from '@recado/contract/sample-event'
import { isOwn, nativeKey } from '@recado/contract/whatsapp-event-names'
import type { ProviderKind } from '@recado/infra/providers/provider'
import type { ConnectionEntry } from '@recado/infra/registry-entries'

export type Sample = { readonly event: string; readonly body: string }

/**
 * A sample of an event of a connection.
 * @param wanted an event of ours, or a native one in any spelling
 * @param of the event's id, and its time in ISO 8601
 */
export function buildSample(
  provider: Pick<ProviderKind, 'nativeEvents' | 'partialEvent' | 'sampleEvent'>,
  connection: ConnectionEntry,
  wanted: string,
  { id, at }: { readonly id: string; readonly at: string },
): Sample {
  const { id: connection_id, account_id } = connection
  if (isOwn(wanted)) {
    const body = sampleEvent(wanted, { id, account_id, connection_id, at })
    return { event: wanted, body: JSON.stringify(body) }
  }
  const isWanted = (name: string) => nativeKey(name) === nativeKey(wanted)
  const part = provider.partialEvent
  const whole = part !== undefined && isWanted(part.name) ? part.of : wanted
  const event = provider.nativeEvents.find(isWanted) ?? whole
  const seconds = Math.floor(Date.parse(at) / 1000)
  const native = provider.sampleEvent?.(event, connection, seconds) ?? { event }
  return { event, body: JSON.stringify({ ...native, test: true, sequence: null }) }
}
