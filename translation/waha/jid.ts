const PERSON = /^(\d{4,20})(?::\d+)?(?:_\d+)?@(c\.us|s\.whatsapp\.net|lid)$/

/** A person's chat, by the digits of the phone or of the hidden id. */
export type PersonJid = { readonly kind: 'phone' | 'lid'; readonly digits: string }

/**
 * Reads the id of a chat, such as `553187654321@c.us` or `900001@lid`; null for groups, newsletters, broadcasts and
 * all else that is not a person. A device number after the digits is dropped.
 */
export function personJid(value: unknown): PersonJid | null {
  const [, digits, server] = (typeof value === 'string' && PERSON.exec(value)) || []
  if (digits === undefined) return null
  return { kind: server === 'lid' ? 'lid' : 'phone', digits }
}

/**
 * The part of an id that identifies a message: the last one. The parts before it, direction and chat, may differ
 * between events about the same message.
 * @param id such as `false_553187654321@c.us_3EB0AA`, or only its last part
 */
export function messageIdentity(id: string): string {
  return id.slice(id.lastIndexOf('_') + 1)
}

/** The id of a message, in any of the shapes of WAHA's engines; null when there is none. */
export function idIn(message: Readonly<Record<string, unknown>>): string | null {
  const { id, key } = message
  if (typeof id === 'string' && id !== '') return id
  const { _serialized: whole, id: bare } = Object(id)
  if (typeof whole === 'string' && whole !== '') return whole
  if (typeof bare === 'string' && bare !== '') return bare
  const { id: keyed } = Object(key)
  return typeof keyed === 'string' && keyed !== '' ? keyed : null
}
