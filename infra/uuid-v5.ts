import { hash } from 'node:crypto'

/**
 * One namespace per kind of id that is computed and never drawn, so that a replay names the same things.
 * Constant for ever: another value would give every stored stream another name.
 */
export const NAMESPACES = {
  /** provider, then phone_number_id or session */
  connectionNumber: '0e0f4f0e-5a3c-4f0b-9d2a-2b7f0e6b1a01',
  /** claim stream, claim revision */
  contact: '3b8a7c52-97b4-4e0b-8a36-5e1d7f4c2a02',
  /** account, kind of identity, match key */
  contactIdentity: '61d4f8aa-0c57-4f3e-b1c9-84e2a9d06b03',
  /** connection, contact */
  conversation: '7f25c1de-e6a8-4d59-9c70-1f3b5a8e4c04',
  /** account, Idempotency-Key */
  message: '8c93e0b7-2d14-4a6f-a58b-c7d90f1e3b05',
  /** connection, provider message id */
  providerMessage: '94b6d3a1-f702-4c8e-8e13-6a5f2c9b7d06',
  /** connection, provider media id */
  media: 'a7e1095c-3b86-4d2f-b94e-0d8c6f3a5e07',
  /** account, WABA, name, language */
  template: 'b25f7d48-6c19-4ea3-8f60-e3a1b4d79c08',
  /** account, source, external id */
  sale: 'c4d80e6b-915a-4b37-a2cf-7b9e5d1f0a09',
  /** sha256 of a provider's POST, index: the event ids of its raw records */
  providerEvent: 'd6039fb2-a84d-4c71-9be5-2f6c8e0d4b0a',
  /** event id of the cause, index or name: the event ids of facts that one event causes */
  event: 'e81b52c7-7fe0-4d96-b308-9c4a6d2f5e0b',
  /** fact, webhook: the id of a delivery */
  delivery: 'f9c6a4d5-1e72-4b0d-8a97-d5b3f0e82c0c',
  /** connection, provider call id */
  call: '1a7d3c9e-4b58-4f26-9d07-e6c2b8f54a0d',
} as const

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

/** Namespaces are few and each is used by the million. */
const known = new Map<string, Buffer>()

function bytesOf(uuid: string): Buffer {
  const cached = known.get(uuid)
  if (cached !== undefined) return cached
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex')
  if (bytes.length !== 16) throw new Error(`${uuid} is no uuid; give one of NAMESPACES`)
  if (known.size < 1_000) known.set(uuid, bytes)
  return bytes
}
