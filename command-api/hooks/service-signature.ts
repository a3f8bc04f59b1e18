import { createHmac } from 'node:crypto'
import { isEqual } from '@recado/infra/providers/signed-body'

/** The largest difference between both clocks, s; an older signature may be of a replayed post. */
const MAX_CLOCK_DIFFERENCE_S = 300

/** Whether the header has the form of a signature, which is all that can be checked before the body is read. */
export function mayBeServiceSigned(header = ''): boolean {
  return /(^|,) *t=\d/.test(header) && /(^|,) *v1=./.test(header)
}

/**
 * Whether the header is a recent signature of the bytes with the secret: `t=<unix seconds>,v1=<hex HMAC-SHA256 of
 * "{t}.{raw body}">`, as Stripe's. One valid `v1` of several is enough.
 */
export function isServiceSigned(
  secret: string,
  bytes: Uint8Array,
  header: string | undefined,
  now: Date,
): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('=', 2))
  const t = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(t)) return false
  if (Math.abs(now.getTime() / 1000 - Number(t)) > MAX_CLOCK_DIFFERENCE_S) return false
  const expected = createHmac('sha256', secret).update(`${t}.`).update(bytes).digest('hex')
  return parts.some(([name, value]) => name === 'v1' && isEqual(expected, value ?? ''))
}
