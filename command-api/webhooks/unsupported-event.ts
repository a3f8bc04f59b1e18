import { isSupportedEvent, supportedEvents } from '@recado/contract/whatsapp-event-names'
import { type HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import type { ProviderKind } from '@recado/infra/providers/provider'

/** The problem when a connection lacks one of the events, else null. @param field the field that names them */
export function unsupportedEvent(
  field: string,
  events: readonly string[],
  { type, nativeEvents }: Pick<ProviderKind, 'type' | 'nativeEvents'>,
): HttpProblem | null {
  const foreign = events.find((event) => !isSupportedEvent(nativeEvents, event))
  if (foreign === undefined) return null
  return invalidInput(
    `${field}: ${foreign} is not an event of a connection of type ${type}; its events are ${supportedEvents(nativeEvents).join(', ')}`,
  )
}
