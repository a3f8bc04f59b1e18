import type { SendError } from '@recado/domain/message/events'
import type { Native } from '@recado/domain/native-json'
import { asRecord, asText, nativeRecord } from '@recado/domain/provider-event/loose-json'
import { truncateText } from '@recado/domain/storable'
import { errorRule } from '@recado/translation/graph-api/error-classes'

/** The longest texts of an error in a row, in UTF-16 units; the fact has the whole texts. */
const MAX_CHARS = { code: 64, title: 256, details: 1_024 } as const

/** The provider's reason for a failure: the first error of a failed status; null when it gave none. */
export function statusError(errors: readonly Native[]): SendError | null {
  if (errors[0] === undefined) return null
  const { code: given, title, message, error_data } = nativeRecord(errors[0])
  const code = typeof given === 'number' ? given : (asText(given) ?? 'unknown')
  const details = asText(asRecord(error_data).details)
  return {
    code: typeof code === 'number' ? code : truncateText(code, MAX_CHARS.code),
    class: errorRule(Number(code))?.class ?? 'unknown',
    title: truncateText(asText(title) ?? asText(message) ?? 'failed', MAX_CHARS.title),
    details: details === null ? null : truncateText(details, MAX_CHARS.details),
  }
}
