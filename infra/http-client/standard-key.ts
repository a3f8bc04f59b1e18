/** The prefix of our secrets, followed by base64 of the key for the Standard Webhooks headers. */
const SECRET_PREFIX = 'whsec_'

/** The key for the Standard Webhooks headers; of a secret without the prefix, its UTF-8 bytes. */
export function standardKey(secret: string): Buffer {
  if (!secret.startsWith(SECRET_PREFIX)) return Buffer.from(secret)
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
}
