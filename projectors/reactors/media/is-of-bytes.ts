const HASH_BYTES = 32

/**
 * Whether a hash that was reported is that of the bytes. Meta's webhooks have it in base64 and its answers in hex; one in
 * any other form says nothing.
 * @param reported null where none was
 * @param sha256 of the bytes, in hex
 */
export function isOfBytes(reported: string | null, sha256: string): boolean {
  const known = reported === null ? null : hashIn(reported)
  return known === null || known === sha256
}

/** As lower-case hex; null when it is in neither form. */
function hashIn(text: string): string | null {
  if (/^[\da-f]{64}$/i.test(text)) return text.toLowerCase()
  const bytes = Buffer.from(text, 'base64')
  return /^[\w+/-]{43}=?$/.test(text) && bytes.length === HASH_BYTES ? bytes.toString('hex') : null
}
