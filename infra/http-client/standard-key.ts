/** What secrets of ours begin with; the rest is base64 of the key of the Standard Webhooks headers. */
const SECRET_PREFIX = 'whsec_'

/** The key of the Standard Webhooks headers: a secret without the prefix is one as text. */
export function standardKey(secret: string): Buffer {
  if (!secret.startsWith(SECRET_PREFIX)) return Buffer.from(secret)
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
}
