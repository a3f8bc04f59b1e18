import type { IncomingHttpHeaders } from 'node:http'
import { HttpProblem } from './http-problem.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i

/**
 * The text of a body, without a byte order mark. JSON is UTF-8 (RFC 8259), and other bytes would be replaced silently.
 * @throws HttpProblem 415 for a header that names another charset, 400 for other bytes
 */
export function utf8Body(bytes: Uint8Array, headers: IncomingHttpHeaders = {}): string {
  requireUtf8Charset(headers['content-type'] ?? '')
  try {
    return utf8.decode(bytes)
  } catch {
    throw new HttpProblem(400, 'invalid_body', 'the body is not UTF-8')
  }
}

/** @throws HttpProblem 415 for a content type that names another charset than UTF-8 */
export function requireUtf8Charset(contentType: string): void {
  const [, charset] = CHARSET.exec(contentType) ?? []
  if (charset === undefined || /^utf-?8$/i.test(charset)) return
  throw new HttpProblem(
    415,
    'unsupported_media_type',
    'send the body in UTF-8, not another charset',
  )
}

/**
 * Requires that a URL's query is UTF-8: other bytes would be replaced silently. A `%` without two digits stays what it
 * is, a percent sign.
 * @throws HttpProblem 400
 */
export function requireUtf8Query(url: string): void {
  const [, query = ''] = /\?(.*)$/s.exec(url) ?? []
  if (isUtf8Encoded(query.replace(/%(?![\da-f]{2})/gi, ''))) return
  throw new HttpProblem(
    400,
    'query_error',
    'the query is not UTF-8; encode it as encodeURIComponent does',
  )
}

/** Whether a text is ASCII whose percent-encoded bytes, each of two digits, are UTF-8. */
export function isUtf8Encoded(encoded: string): boolean {
  // Node reads the bytes of a URL as Latin-1; a correct one is ASCII.
  if (/[^\0-\x7f]/.test(encoded)) return false
  try {
    return !encoded.includes('%') || typeof decodeURIComponent(encoded) === 'string'
  } catch {
    return false
  }
}
