const HALF_A_PAIR = /\\ud[89a-f]/i
const LONE_SURROGATE = /\p{Surrogate}/gu

/**
 * A POST as JSON and as exact text; null when it is neither UTF-8 nor JSON. Half a surrogate pair, which no
 * store of ours can hold, becomes U+FFFD in the JSON; the text keeps it.
 */
export function parsePost(bytes: Uint8Array): { post: unknown; text: string } | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { post: HALF_A_PAIR.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text), text }
  } catch {
    return null
  }
}

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(LONE_SURROGATE, '\uFFFD') : value
}
