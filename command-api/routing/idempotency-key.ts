import { type HttpProblem, invalidInput } from '@recado/infra/http/http-problem'

const VISIBLE_ASCII = /^[\x21-\x7e]{8,128}$/

/**
 * The key in the header `Idempotency-Key`, bare or as the quoted string of the IETF draft; null without a header.
 * @param header as received; several headers are as invalid as a malformed one
 */
export function idempotencyKey(
  header: string | readonly string[] | undefined,
): { readonly key: string | null } | HttpProblem {
  if (header === undefined) return { key: null }
  const key = typeof header === 'string' ? unquote(header.trim()) : ''
  if (!VISIBLE_ASCII.test(key))
    return invalidInput('Idempotency-Key must be 8 to 128 visible ASCII characters')
  return { key }
}

function unquote(header: string): string {
  const [, inner] = /^"((?:[^"\\]|\\["\\])*)"$/.exec(header) ?? []
  return inner === undefined ? header : inner.replace(/\\(["\\])/g, '$1')
}
