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
  const nonce = newNonce()
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(header, 'latin1'))
  const sealed = isLong ? cipher.update(deflateRawSync(text)) : cipher.update(text, 'utf8')
  // It yields no bytes in this mode.
  cipher.final()
  // The part between the two dots would be an encrypted key, which `dir` has not.
  return `${header}..${base64Url(nonce)}.${base64Url(sealed)}.${base64Url(cipher.getAuthTag())}`
}

/**
 * The text of a JWE that `sealJwe` made for the same fact.
 * @throws when it belongs to another fact, type or key, or a byte was changed
 */
export function openJwe(key: Buffer, of: SealedFor, jwe: string): string {
  const [header = '', , nonce = '', sealed = '', tag = ''] = jwe.split('.')
  const isLong = header.startsWith(COMPRESSED_HEADER)
  if (header !== headerOf(of, isLong))
    throw new Error(`the sealed part of ${of.fact} is another fact's`)
  const decipher = createDecipheriv(ALGORITHM, key, bytesOf(nonce), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(header, 'latin1'))
    .setAuthTag(bytesOf(tag))
  const plain = decipher.update(bytesOf(sealed))
  decipher.final()
  return (isLong ? inflateRawSync(plain) : plain).toString('utf8')
}

const HEADER = '{"alg":"dir","enc":"A256GCM"'
const ZIP = `,"zip":"${COMPRESSED}"`
/** What the headers of compressed texts begin with, and no others: whole groups of base64. */
const COMPRESSED_HEADER = base64Url(Buffer.from(HEADER + ZIP).subarray(0, 39))

/** JSON, written out: it is made for each sealing and each opening. */
function headerOf({ kid, fact, type }: SealedFor, isCompressed: boolean): string {
  const [named, of, typed] = [kid, fact, type].map((name) => JSON.stringify(name))
  const json = `${HEADER}${isCompressed ? ZIP : ''},"kid":${named},"fact":${of},"type":${typed}}`
  return base64Url(Buffer.from(json))
}

/** Random bytes for so many nonces are drawn at once, because a draw costs as much as the cipher. */
const DRAWN_NONCES = 256
let drawn = Buffer.alloc(0)

/** Each is given out once. */
function newNonce(): Buffer {
  if (drawn.length === 0) drawn = randomBytes(DRAWN_NONCES * NONCE_BYTES)
  const nonce = drawn.subarray(0, NONCE_BYTES)
  drawn = drawn.subarray(NONCE_BYTES)
  return nonce
}

function base64Url(bytes: Buffer): string {
  return bytes.toString('base64url')
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'base64url')
}
