import type { Fact } from '@recado/domain/decision'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import { type FieldTree, sealedFields } from '@recado/domain/redact-fact'
import { openJwe, type SealedFor, sealJwe } from './jwe.ts'
import type { Part } from './key-batch.ts'
import { messageStandIn, nameStandIn, type Pseudonym } from './stand-in.ts'

/** Where stored data has its sealed parts. */
const FIELD = { kept: 'sealed', said: 'sealed_said' } as const satisfies Record<Part, string>

/**
 * The stored form of a fact's data (ADR 107), as far as one part goes (ADR 115): each field of it is replaced by a
 * stand-in of the same kind, and `sealed` or `sealed_said` holds the true values. A fact without such values is stored as
 * it is.
 */
export function sealData(
  { type, data }: Fact,
  part: Part,
  of: SealedFor,
  key: Buffer,
  pseudonym: Pseudonym,
): object {
  const fields = sealedFields(type)?.[part]
  if (fields === undefined) return data
  const { plain, sealed } = divide(data, fields, standInsOf(data, pseudonym))
  if (sealed === undefined) return data
  plain[FIELD[part]] = sealJwe(key, of, JSON.stringify(sealed))
  return plain
}

/** The headers and the stand-ins of the sealed parts. */
const SEAL_BYTES = 768

/** What so many bytes of a fact take once it is sealed, at most: base64 adds a third. */
export function mostSealedBytes(bytes: number): number {
  return Math.ceil((bytes * 4) / 3) + SEAL_BYTES
}

/** Whether stored data has a sealed part, or this one. */
export function isSealed(data: object, part?: Part): boolean {
  if (part === undefined) return isSealed(data, 'kept') || isSealed(data, 'said')
  return typeof Reflect.get(data, FIELD[part]) === 'string'
}

/** The data of a stored fact with the true values of a part. @throws when the part is another fact's, or was changed */
export function openData(stored: object, part: Part, of: SealedFor, key: Buffer): object {
  const { [FIELD[part]]: sealed, ...plain } = asRecord(stored)
  return mergeInto(plain, asRecord(JSON.parse(openJwe(key, of, String(sealed)))))
}

/** The data of a stored fact without its sealed parts: it has stand-ins where they are not opened. */
export function erasedData(stored: object): object {
  const { [FIELD.kept]: _, [FIELD.said]: __, ...plain } = asRecord(stored)
  return plain
}

/** Whether a fact has values that are to be sealed, of any part or of this one. */
export function hasSealable(fact: Fact, part?: Part): boolean {
  if (part === undefined) return hasSealable(fact, 'kept') || hasSealable(fact, 'said')
  const fields = sealedFields(fact.type)?.[part]
  return fields !== undefined && holdsAny(fact.data, fields)
}

function holdsAny(value: object, fields: FieldTree): boolean {
  return [...fields].some(([name, below]) => {
    const field: unknown = Reflect.get(value, name)
    if (!isToSeal(name, field)) return false
    return below === null || (isObject(field) && holdsAny(field, below))
  })
}

/** What stands for a name. */
type StandIn = (field: string, name: string) => string

function standInsOf(data: object, pseudonym: Pseudonym): StandIn {
  const connection_id: unknown = Reflect.get(data, 'connection_id')
  return (field, name) =>
    MESSAGE_NAMES.has(field) && typeof connection_id === 'string'
      ? messageStandIn({ connection_id, provider_message_id: name })
      : nameStandIn(name, pseudonym)
}

function divide(value: object, fields: FieldTree, named: StandIn) {
  const plain: Record<string, unknown> = { ...value }
  let sealed: Record<string, unknown> | undefined
  for (const [name, below] of fields) {
    const field = plain[name]
    if (!isToSeal(name, field)) continue
    const parts =
      below === null
        ? { plain: standIn(name, field, named), sealed: field }
        : isObject(field) && divide(field, below, named)
    if (!parts || parts.sealed === undefined) continue
    plain[name] = parts.plain
    sealed ??= {}
    sealed[name] = parts.sealed
  }
  return { plain, sealed }
}

/** Of the account, not of a person, although no reader outside gets them: an erasure leaves them. */
const NOT_SEALED: ReadonlySet<string> = new Set(['target_url', 'signed'])

/** Null and absent say only that there is nothing, which folds ask for. */
function isToSeal(name: string, value: unknown): boolean {
  return value !== null && value !== undefined && !NOT_SEALED.has(name)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Providers' ids of messages. */
const MESSAGE_NAMES: ReadonlySet<string> = new Set([
  ...['provider_message_id', 'original_provider_message_id', 'reply_to_message_id'],
])

/** What persons and their messages are called by. Folds join facts by them, so equal ones stay equal. */
const NAMES: ReadonlySet<string> = new Set([
  ...['value', 'match_key', 'phone', 'assumed_phone', 'wa_id', 'lid', 'username', 'recipient'],
  ...['business_scoped_user_id', 'parent_business_scoped_user_id'],
  ...MESSAGE_NAMES,
  ...['provider_call_id', 'biz_opaque_callback_data', 'key', 'fingerprint', 'email'],
])

/** A value of the same kind that tells nothing: what folds a fact need not know that it was erased. */
function standIn(name: string, value: unknown, named: StandIn): unknown {
  if (typeof value === 'string') return NAMES.has(name) ? named(name, value) : ''
  if (typeof value === 'number') return 0
  if (typeof value === 'boolean') return false
  if (Array.isArray(value)) return name === 'errors' ? value.map(codeOf) : []
  if (!isObject(value)) return null
  const entries = Object.entries(value)
  // The names of any other object may be somebody's words too.
  if (!entries.every(([field]) => NAMES.has(field))) return {}
  return Object.fromEntries(
    entries.map(([field, inner]) => [field, inner === null ? null : standIn(field, inner, named)]),
  )
}

/** Of a provider's error its code, by which failed messages are counted. */
function codeOf(error: unknown): object {
  const { code } = asRecord(error)
  return typeof code === 'number' ? { code } : {}
}

/** Puts true values in their places. A stand-in with fields has only names of ours; any other is replaced whole. */
function mergeInto(plain: Record<string, unknown>, sealed: object): object {
  for (const [name, value] of Object.entries(sealed)) {
    const standing = plain[name]
    const isDivided = isObject(standing) && Object.keys(standing).length > 0
    plain[name] = isDivided && isObject(value) ? mergeInto({ ...standing }, value) : value
  }
  return plain
}
