import { createHmac, randomUUID } from 'node:crypto'
import type { Post } from '../webhook-poster.ts'
import type { SessionHook } from './session.ts'

/** A webhook as WAHA posts it; a retry carries the same timestamp. @param signature replaces the correct one */
export function signedPost({ url, hmac }: SessionHook, body: string, signature?: string): Post {
  const key = hmac?.key ?? ''
  const signed = signature ?? createHmac('sha512', key).update(body).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'WAHA',
    'x-webhook-request-id': randomUUID(),
    'x-webhook-timestamp': String(Date.now()),
    ...(key !== '' || signature !== undefined
      ? { 'x-webhook-hmac': signed, 'x-webhook-hmac-algorithm': 'sha512' }
      : {}),
  }
  return { url: () => url, headers, body }
}
