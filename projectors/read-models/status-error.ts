import type { SendError } from '@recado/domain/message/events'
import { asRecord, asText } from '@recado/domain/provider-event/loose-json'
import { errorRule } from '@recado/translation/graph-api/error-classes'

/** Why the provider says a message failed: the first error of a failed status; null when it gave none. */
export function statusError(errors: readonly object[]): SendError | null {
  if (errors[0] === undefined) return null
  const { code: told, title, message, error_data } = asRecord(errors[0])
  const code = typeof told === 'number' ? told : (asText(told) ?? 'unknown')
  return {
    code,
    class: errorRule(Number(code))?.class ?? 'unknown',
    title: asText(title) ?? asText(message) ?? 'failed',
    details: asText(asRecord(error_data).details),
  }
}
