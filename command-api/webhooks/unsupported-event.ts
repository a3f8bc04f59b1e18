import { isSupportedEvent, supportedEvents } from '@recado/contract/whatsapp-event-names'
import { type HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import { listedNames } from '@recado/infra/providers/native-names'
import type { ProviderKind } from '@recado/infra/providers/provider'

/** The problem when a connection lacks one of the events, else null. @param field the field that names them */
export function unsupportedEvent(
  field: string,
  events: readonly string[],
  provider: Pick<ProviderKind, 'type' | 'nativeEvents' | 'partialEvent'>,
): HttpProblem | null {
  const native = listedNames(provider)
  const foreign = events.find((event) => !isSupportedEvent(native, event))
  if (foreign === undefined) return null
  return invalidInput(
    `${field}: a connection of type ${provider.type} has no event ${foreign}; its events are ${supportedEvents(native).join(', ')}`,
  )
}
