import { isSupportedEvent, supportedEvents } from '@recado/contract/whatsapp-event-names'
import { type HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import type { ProviderKind } from '@recado/infra/providers/provider'

/** Why events cannot be those of a connection, or null when all can. @param field the one that names them */
export function unsupportedEvent(
  field: string,
  events: readonly string[],
  { type, nativeEvents }: Pick<ProviderKind, 'type' | 'nativeEvents'>,
): HttpProblem | null {
  const foreign = events.find((event) => !isSupportedEvent(nativeEvents, event))
  if (foreign === undefined) return null
  return invalidInput(
    `${field}: ${foreign} is no event of a connection of type ${type}; these are: ${supportedEvents(nativeEvents).join(', ')}`,
  )
}
