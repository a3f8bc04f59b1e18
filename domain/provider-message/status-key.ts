import { asText } from '../provider-event/loose-json.ts'
import type { StatusIntent } from './events.ts'

/** Codes are numbers, or short words. */
const LONGEST_CODE = 64

/**
 * What makes two reports the same one: status and recipient, and for a failure its first error code. Meta
 * sends a status again whenever it did not see our 200; the wamid is the stream's.
 */
export function statusKey({ status, recipient, errors }: StatusIntent): string {
  const code = status === 'failed' ? asText((errors[0] as { code?: unknown })?.code) : null
  const who = recipient.business_scoped_user_id ?? recipient.phone ?? ''
  return `${status}:${who}:${(code ?? '').slice(0, LONGEST_CODE)}`
}
