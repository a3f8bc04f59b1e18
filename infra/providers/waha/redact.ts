import { exactText, fieldsOf, orderedObject } from '@recado/domain/exact-json'
import { isRecord } from '@recado/domain/provider-event/loose-json'

const REDACTED = '[redacted]'

const SECRET_FIELD = /^(qr|qr_?code|code|pairing_?code|passkey|image|base64)$/i
const SECRET_TEXT = /^(\d@[\w+/=]{20,}|data:image\/)/

/**
 * Removes pairing codes: whoever has one controls the number. Messages cannot hold them and stay as they are.
 * @returns the same object when nothing was removed
 */
export function withoutCodes(event: string, envelope: object): object {
  if (event.startsWith('message')) return envelope
  const cleaned = redactValue(envelope, false)
  return exactText(cleaned) === exactText(envelope) ? envelope : (cleaned as object)
}

function redactValue(value: unknown, insideCode: boolean): unknown {
  if (typeof value === 'string') return insideCode || SECRET_TEXT.test(value) ? REDACTED : value
  if (Array.isArray(value)) return value.map((item) => redactValue(item, insideCode))
  if (!isRecord(value)) return value
  return orderedObject(
    fieldsOf(value).map(([name, field]) => [
      name,
      redactValue(field, insideCode || SECRET_FIELD.test(name)),
    ]),
  )
}
