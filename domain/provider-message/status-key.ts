import { asText } from '../provider-event/loose-json.ts'
import type { StatusIntent } from './events.ts'

/** The longest part of an error code that counts; codes are numbers or short words. */
const MAX_CODE_CHARS = 64

/**
 * The key that equal reports share: status and recipient, and for a failure its first error code. Meta sends a status
 * again until it sees our 200. The provider message id is that of the stream.
 */
export function statusKey({ status, recipient, errors }: StatusIntent): string {
  const code = status === 'failed' ? asText((errors[0] as { code?: unknown })?.code) : null
  const recipientId = recipient.business_scoped_user_id ?? recipient.phone ?? ''
  return `${status}:${recipientId}:${(code ?? '').slice(0, MAX_CODE_CHARS)}`
}
