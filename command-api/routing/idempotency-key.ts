import { type HttpProblem, invalidInput } from '@recado/infra/http/http-problem'

const [MIN_KEY_CHARS, MAX_KEY_CHARS] = [8, 128]
const KEY_RULE = `${MIN_KEY_CHARS} to ${MAX_KEY_CHARS} visible ASCII characters`
const VISIBLE_ASCII = /^[!-~]+$/

/** The header `Idempotency-Key` for the OpenAPI document. @param effect what a repeat with the same key does */
export function idempotencyHeader(effect: string) {
  return {
    'Idempotency-Key': {
      description: `${KEY_RULE}. ${effect}`,
      minLength: MIN_KEY_CHARS,
      maxLength: MAX_KEY_CHARS,
      pattern: VISIBLE_ASCII.source,
    },
  }
}

/**
 * The key in the header `Idempotency-Key`, bare or as the quoted string of the IETF draft; null without a header.
 * @param header as received; several headers are as invalid as a malformed one
 */
export function idempotencyKey(
  header: string | readonly string[] | undefined,
): { readonly key: string | null } | HttpProblem {
  if (header === undefined) return { key: null }
  const key = typeof header === 'string' ? unquote(header.trim()) : ''
  const isValid =
    key.length >= MIN_KEY_CHARS && key.length <= MAX_KEY_CHARS && VISIBLE_ASCII.test(key)
  return isValid ? { key } : invalidInput(`Idempotency-Key must be ${KEY_RULE}`)
}

function unquote(header: string): string {
  const [, inner] = /^"((?:[^"\\]|\\["\\])*)"$/.exec(header) ?? []
  return inner === undefined ? header : inner.replace(/\\(["\\])/g, '$1')
}
