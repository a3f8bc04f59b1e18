import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/**
 * Longer texts, in UTF-16 units, are compressed: a payload is then about as long as it was before base64, which costs the
 * log more than the compression does, and a record that just fits still fits.
 */
const COMPRESSED_ABOVE = 400
/** Whoever chooses the text cannot learn others' words from its length: each text is one fact's. */
const COMPRESSED = 'DEF'

/** What a sealed part belongs to: authenticated with it, so that it opens in no other place. */
export type SealedFor = {
  /** Name of the key. */
  readonly kid: string
  /** Event id of the fact. */
  readonly fact: string
  /** Type of the fact. */
  readonly type: string
}

/**
 * Encrypts a text as a JWE in compact form (RFC 7516), with `dir` and `A256GCM` (RFC 7518).
 * @param key 32 bytes
 */
export function sealJwe(key: Buffer, of: SealedFor, text: string): string {
  const isLong = text.length > COMPRESSED_ABOVE
  const header = headerOf(of, isLong)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(header))
  const plain = isLong ? deflateRawSync(text) : Buffer.from(text)
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  // The part between the two dots would be an encrypted key, which `dir` has not.
  return [header, '', ...[nonce, sealed, cipher.getAuthTag()].map(base64Url)].join('.')
}

/**
 * The text of a JWE that `sealJwe` made for the same fact.
 * @throws when it belongs to another fact, type or key, or a byte was changed
 */
export function openJwe(key: Buffer, of: SealedFor, jwe: string): string {
  const [header = '', , nonce = '', sealed = '', tag = ''] = jwe.split('.')
  const isLong = header === headerOf(of, true)
  if (!isLong && header !== headerOf(of, false))
    throw new Error(`the sealed part of ${of.fact} is another fact's`)
  const decipher = createDecipheriv(ALGORITHM, key, bytesOf(nonce), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(header))
    .setAuthTag(bytesOf(tag))
  const plain = Buffer.concat([decipher.update(bytesOf(sealed)), decipher.final()])
  return (isLong ? inflateRawSync(plain) : plain).toString('utf8')
}

function headerOf({ kid, fact, type }: SealedFor, isCompressed: boolean): string {
  const zip = isCompressed ? COMPRESSED : undefined
  return base64Url(
    Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A256GCM', zip, kid, fact, type })),
  )
}

function base64Url(bytes: Buffer): string {
  return bytes.toString('base64url')
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'base64url')
}
