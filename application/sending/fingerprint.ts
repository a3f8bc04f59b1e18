import { createHash } from 'node:crypto'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import { ExactNumber } from '@recado/domain/exact-json'
import type { RequestedRecipient, RequestedSend } from './send-request.ts'

/**
 * SHA-256, in hex, of a send; independent of the order of fields and the formatting of identities. It excludes the
 * connection, whose name may mean another one by the time of a repeat; earlier-send.ts compares the recorded one.
 */
export function fingerprint({ connections: _, recipient, ...send }: RequestedSend): string {
  const named = recipient === null ? null : normaliseRecipient(recipient)
  return createHash('sha256')
    .update(canonicalJson({ ...send, recipient: named }))
    .digest('hex')
}

function normaliseRecipient(recipient: RequestedRecipient): RequestedRecipient {
  const { phone, username } = recipient
  return {
    ...recipient,
    phone: phone && matchKey('phone', phone),
    username: username && matchKey('username', username),
  }
}

/** The fingerprint that facts have from before numbers were exact: its numbers are rounded. */
export function roundedFingerprint({ content, ...send }: RequestedSend): string {
  return fingerprint({ ...send, content: JSON.parse(JSON.stringify(content)) })
}

function canonicalJson(value: unknown): string {
  if (value instanceof ExactNumber) return canonicalNumber(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`
}

/** A number in one way of writing it, such as 1 for 1.0; what rounding would change keeps its characters. */
function canonicalNumber(number: ExactNumber): string {
  const near = number.valueOf()
  const isRounded = Number.isInteger(near) ? !Number.isSafeInteger(near) : !Number.isFinite(near)
  return isRounded ? number.text : JSON.stringify(near)
}
