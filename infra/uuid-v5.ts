import { hash } from 'node:crypto'

/**
 * A version 5 uuid (RFC 9562, 5.5): SHA-1 of the namespace's bytes and the name, lower case.
 * @param namespace a uuid
 * @throws when the namespace is no uuid
 */
export function uuidV5(namespace: string, name: string | Uint8Array): string {
  const bytes = typeof name === 'string' ? Buffer.from(name) : name
  const digest = hash('sha1', Buffer.concat([bytesOf(namespace), bytes]), 'hex')
  const variant = ((Number.parseInt(digest.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(18, 20)}-${digest.slice(20, 32)}`
}

/**
 * The uuid of several parts together. Their borders count: `['a', 'bc']` and `['ab', 'c']` differ.
 * @throws when the namespace is no uuid
 */
export function uuidOf(namespace: string, ...parts: readonly (string | number)[]): string {
  return uuidV5(namespace, JSON.stringify(parts.map(String)))
}

/** The bytes of namespaces: few, and each is used by the million. */
const known = new Map<string, Buffer>()

function bytesOf(uuid: string): Buffer {
  const cached = known.get(uuid)
  if (cached !== undefined) return cached
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex')
  if (bytes.length !== 16)
    throw new Error(`${uuid} is no uuid; give a namespace of application/ids.ts`)
  if (known.size < 1_000) known.set(uuid, bytes)
  return bytes
}
