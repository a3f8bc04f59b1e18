import type { FactKeys } from '../sealing/fact-keys.ts'
import type { NamedKey, Part } from '../sealing/key-batch.ts'
import { erasedData, hasSealable, isSealed, openData, sealData } from '../sealing/sealed-fact.ts'
import type { FactMetadata, NewEvent, RecordedEvent } from './event-store.ts'

/**
 * How personal parts of facts are sealed and opened; null where facts are passed on as they are stored. `seal` and
 * `find` answer at once when the keys are at hand.
 */
export type Sealing = {
  /** The events in their stored form; those that are in it already, as they are. @throws VaultUnavailable */
  seal(
    stream: string,
    events: readonly NewEvent[],
  ): readonly NewEvent[] | Promise<readonly NewEvent[]>
  /** The keys of a fact. @throws KeyMissing, VaultUnavailable */
  find(metadata: FactMetadata): OpeningKeys | Promise<OpeningKeys>
}

/** By part: the key, what became of it, or undefined when nothing is sealed. */
export type OpeningKeys = Readonly<Record<Part, Buffer | 'erased' | 'expired' | undefined>>

export const NO_KEYS: OpeningKeys = { kept: undefined, said: undefined }

const PARTS = ['kept', 'said'] as const satisfies readonly Part[]

/** Names of a fact, as far as they are authenticated with its sealed part. */
type Named = { readonly id: string; readonly type: string }

export function sealingWith(keys: FactKeys): Sealing {
  return {
    seal(stream, events) {
      const taken = events.flatMap((event) =>
        PARTS.map((part) =>
          isToSeal(event, part) ? keys.take(subjectOf(stream, event), part) : null,
        ),
      )
      const sealAll = (ready: readonly (NamedKey | null)[]) =>
        events.map((event, n) =>
          sealEvent(event, { kept: ready[2 * n] ?? null, said: ready[2 * n + 1] ?? null }, keys),
        )
      return taken.some((key) => key instanceof Promise)
        ? Promise.all(taken).then(sealAll)
        : sealAll(taken as readonly (NamedKey | null)[])
    },
    find: ({ kid, said_kid }) => {
      const kept = findKey(keys, kid)
      const said = findKey(keys, said_kid)
      return kept instanceof Promise || said instanceof Promise
        ? Promise.all([kept, said]).then(([first, second]) => ({ kept: first, said: second }))
        : { kept, said }
    },
  }
}

type Found = OpeningKeys[Part]

function findKey(keys: FactKeys, kid: string | undefined): Found | Promise<Found> {
  if (kid === undefined) return undefined
  const key = keys.find(kid)
  const orWhy = (found: Buffer | null) => found ?? (keys.isExpired(kid) ? 'expired' : 'erased')
  return key instanceof Promise ? key.then(orWhy) : orWhy(key)
}

/**
 * The true data of a stored fact, as far as it can be opened. `expired`: what was said is gone, and the person is not.
 * `erased`: nothing can be opened any more, or the person is gone.
 * @param keys `sealed` leaves the sealed parts out
 */
export function opened(
  named: Named,
  data: object,
  metadata: Pick<FactMetadata, 'kid' | 'said_kid' | 'erased'>,
  keys: OpeningKeys | 'sealed',
): { readonly data: object } & Lost {
  if (metadata.erased === true) return { data, erased: true }
  if (!isSealed(data)) return { data }
  if (keys === 'sealed') return { data: erasedData(data) }
  // As it is stored: a reader without keys copies it.
  if (keys.kept === undefined && keys.said === undefined) return { data }
  try {
    const parts = openParts(named, data, metadata, keys)
    return { data: isSealed(parts) ? erasedData(parts) : parts, ...lostOf(keys) }
  } catch {
    // Somebody changed it: readers set it aside, as they do with what is no JSON.
    return { data: {} }
  }
}

function openParts(
  { id: fact, type }: Named,
  stored: object,
  { kid, said_kid }: Pick<FactMetadata, 'kid' | 'said_kid'>,
  keys: OpeningKeys,
): object {
  const names = { kept: kid, said: said_kid }
  return PARTS.reduce((data, part) => {
    const [name, key] = [names[part], keys[part]]
    if (name === undefined || !(key instanceof Buffer) || !isSealed(data, part)) return data
    return openData(data, part, { kid: name, fact, type }, key)
  }, stored)
}

type Lost = Pick<RecordedEvent, 'erased' | 'expired'>

function lostOf({ kept, said }: OpeningKeys): Lost {
  if (kept === 'erased' || said === 'erased') return { erased: true }
  if (said !== 'expired') return {}
  return kept === undefined ? { erased: true, expired: true } : { expired: true }
}

function sealEvent(
  event: NewEvent,
  taken: Readonly<Record<Part, NamedKey | null>>,
  keys: FactKeys,
): NewEvent {
  const { kept, said } = taken
  if (kept === null && said === null) return event
  const data = PARTS.reduce(
    (sealed, part) => sealPart(event, sealed, part, taken[part], keys),
    event.data,
  )
  if (event.metadata.erased === true) return { ...event, data: erasedData(data) }
  const names = { ...(kept && { kid: kept.kid }), ...(said && { said_kid: said.kid }) }
  return { ...event, data, metadata: { ...event.metadata, ...names } }
}

function sealPart(
  { id, type }: NewEvent,
  data: object,
  part: Part,
  taken: NamedKey | null,
  { pseudonym }: FactKeys,
): object {
  if (taken === null) return data
  const { kid, key } = taken
  return sealData({ type, data }, part, { kid, fact: id, type }, key, pseudonym)
}

function isToSeal(event: NewEvent, part: Part): boolean {
  return !isStored(event) && hasSealable(event, part)
}

/** Whether a fact was read without keys, to be copied: it has its sealed part, or was stored without one. */
function isStored({ data, metadata }: NewEvent): boolean {
  const isCopied = metadata.log_id !== undefined
  const isNamed = metadata.kid !== undefined || metadata.said_kid !== undefined
  return (isNamed && isSealed(data)) || (isCopied && metadata.erased === true)
}

/**
 * Whose key a fact is sealed under, which is never that of another account, person or user of the dashboard. Raw events
 * and parts of posts have one each: several persons may be in one, and in one day's stream.
 */
function subjectOf(stream: string, { data, metadata: { account_id } }: NewEvent): string | null {
  if (stream.startsWith('providerEvent-') || stream.startsWith('providerPost-')) return null
  const subject = stream.startsWith('webhookDelivery-')
    ? textOf(data, 'delivery_id')
    : (textOf(data, 'contact_id') ?? textOf(data, 'user_id') ?? stream)
  return subject && `${account_id} ${subject}`
}

function textOf(data: object, name: string): string | null {
  const value: unknown = Reflect.get(data, name)
  return typeof value === 'string' ? value : null
}
