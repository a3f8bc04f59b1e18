import type { Fact } from '@recado/domain/decision'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import { type FieldTree, sealedFields } from '@recado/domain/redact-fact'
import { openJwe, type SealedFor, sealJwe } from './jwe.ts'
import { messageStandIn, nameStandIn, type Pseudonym } from './stand-in.ts'

/**
 * The stored form of a fact's data (ADR 107): each personal or raw field is replaced by a stand-in of the same kind, and
 * `sealed` holds the true values. A fact without personal or raw values is stored as it is.
 */
export function sealData(
  { type, data }: Fact,
  of: SealedFor,
  key: Buffer,
  pseudonym: Pseudonym,
): object {
  const fields = sealedFields(type)
  if (fields === undefined) return data
  const { plain, sealed } = divide(data, fields, standInsOf(data, pseudonym))
  if (sealed === undefined) return data
  return { ...plain, sealed: sealJwe(key, of, JSON.stringify(sealed)) }
}

/** The header and the stand-ins of a sealed part. */
const SEAL_BYTES = 512

/** What so many bytes of a fact take once it is sealed, at most: base64 adds a third. */
export function mostSealedBytes(bytes: number): number {
  return Math.ceil((bytes * 4) / 3) + SEAL_BYTES
}

/** Whether stored data has a sealed part. */
export function isSealed(data: object): data is { readonly sealed: string } {
  return 'sealed' in data && typeof data.sealed === 'string'
}

/** The data of a stored fact with its true values. @throws when the sealed part is another fact's, or was changed */
export function openData(stored: { readonly sealed: string }, of: SealedFor, key: Buffer): object {
  return merge(erasedData(stored), asRecord(JSON.parse(openJwe(key, of, stored.sealed))))
}

/** The data of a stored fact whose key was destroyed: it has stand-ins for good. */
export function erasedData({ sealed: _, ...plain }: { readonly sealed: string }): object {
  return plain
}

/** Whether a fact has values that are to be sealed. */
export function hasSealable({ type, data }: Fact): boolean {
  const fields = sealedFields(type)
  return fields !== undefined && holdsAny(data, fields)
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

/** The true values in their places. A stand-in with fields has only names of ours; any other is replaced whole. */
function merge(plain: object, sealed: object): object {
  const merged: Record<string, unknown> = { ...plain }
  for (const [name, value] of Object.entries(sealed)) {
    const standing = merged[name]
    const isDivided = isObject(standing) && Object.keys(standing).length > 0
    merged[name] = isDivided && isObject(value) ? merge(standing, value) : value
  }
  return merged
}
