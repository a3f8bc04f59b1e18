import { createHash } from 'node:crypto'
import type { RequestedSend } from './requested-send.ts'

/** sha256, in hex, of what a request asks for: equal for equal sends however their fields are ordered. */
export function fingerprint(send: RequestedSend): string {
  return createHash('sha256').update(canonicalJson(send)).digest('hex')
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`
}
