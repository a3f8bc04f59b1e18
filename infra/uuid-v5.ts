import { hash } from 'node:crypto'

/** A version 5 uuid (RFC 9562, 5.5), lower case: SHA-1 of namespace and name. @throws when the namespace is no uuid */
export function uuidV5(namespace: string, name: string | Uint8Array): string {
  const bytes = typeof name === 'string' ? Buffer.from(name) : name
  return uuidOfDigest(hash('sha1', Buffer.concat([bytesOf(namespace), bytes]), 'hex'), 5)
}

/** The uuid of a version that is made of a digest's first 32 hexadecimal digits. */
export function uuidOfDigest(digest: string, version: 5 | 8): string {
  const variant = ((Number.parseInt(digest.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-${version}${digest.slice(13, 16)}-${variant}${digest.slice(18, 20)}-${digest.slice(20, 32)}`
}

/** The uuid of several parts, whose borders count: `['a', 'bc']` and `['ab', 'c']` differ. */
export function uuidOf(namespace: string, ...parts: readonly (string | number)[]): string {
  return uuidV5(namespace, JSON.stringify(parts.map(String)))
}

/** Parsed namespaces: there are few, and each is used millions of times. */
const parsed = new Map<string, Buffer>()

function bytesOf(uuid: string): Buffer {
  const cached = parsed.get(uuid)
  if (cached !== undefined) return cached
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex')
  if (bytes.length !== 16)
    throw new Error(`${uuid} is no uuid; give a namespace of application/ids.ts`)
  if (parsed.size < 1_000) parsed.set(uuid, bytes)
  return bytes
}
