import { createHash } from 'node:crypto'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import type { RequestedRecipient, RequestedSend } from './requested-send.ts'

/**
 * SHA-256, in hex, of a send; independent of the order of fields and the formatting of identities. It excludes the
 * connection, whose name may mean another one by the time of a repeat; is-repeat.ts compares the recorded one.
 */
export function fingerprint({ connections: _, recipient, ...send }: RequestedSend): string {
  const named = recipient === null ? null : keyed(recipient)
  return createHash('sha256')
    .update(canonicalJson({ ...send, recipient: named }))
    .digest('hex')
}

function keyed(recipient: RequestedRecipient): RequestedRecipient {
  const { phone, username } = recipient
  return {
    ...recipient,
    phone: phone && matchKey('phone', phone),
    username: username && matchKey('username', username),
  }
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`
}
