import type { FactKeys } from '../sealing/fact-keys.ts'
import type { NamedKey } from '../sealing/key-batch.ts'
import { erasedData, hasSealable, isSealed, openData, sealData } from '../sealing/sealed-fact.ts'
import type { FactMetadata, NewEvent } from './event-store.ts'

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
  /** The key of a fact; null when it was destroyed, undefined when nothing is sealed. @throws KeyMissing, VaultUnavailable */
  find(metadata: FactMetadata): OpeningKey | Promise<OpeningKey>
}

export type OpeningKey = Buffer | null | undefined

/** Names of a fact, as far as they are authenticated with its sealed part. */
type Named = { readonly id: string; readonly type: string }

export function sealingWith(keys: FactKeys): Sealing {
  return {
    seal(stream, events) {
      const taken = events.map((event) =>
        !isStored(event) && hasSealable(event) ? keys.take(subjectOf(stream, event)) : null,
      )
      const sealAll = (ready: readonly (NamedKey | null)[]) =>
        events.map((event, n) => sealEvent(event, ready[n] ?? null, keys))
      return taken.some((key) => key instanceof Promise)
        ? Promise.all(taken).then(sealAll)
        : sealAll(taken as readonly (NamedKey | null)[])
    },
    find: ({ kid }) => (kid === undefined ? undefined : keys.find(kid)),
  }
}

/**
 * The true data of a stored fact; with `erased` when nobody can open it any more.
 * @param key `sealed` leaves the personal part out
 */
export function opened(
  { id, type }: Named,
  data: object,
  { kid, erased }: Pick<FactMetadata, 'kid' | 'erased'>,
  key: OpeningKey | 'sealed',
): { readonly data: object; readonly erased?: true } {
  if (erased === true) return { data, erased }
  if (key === undefined || kid === undefined || !isSealed(data)) return { data }
  if (key === 'sealed') return { data: erasedData(data) }
  if (key === null) return { data: erasedData(data), erased: true }
  try {
    return { data: openData(data, { kid, fact: id, type }, key) }
  } catch {
    // Somebody changed it: readers set it aside, as they do with what is no JSON.
    return { data: {} }
  }
}

function sealEvent(event: NewEvent, taken: NamedKey | null, keys: FactKeys): NewEvent {
  if (taken === null) return event
  const { kid, key } = taken
  const { id, type, metadata } = event
  const data = sealData(event, { kid, fact: id, type }, key, keys.pseudonym)
  if (metadata.erased === true) return { ...event, data: isSealed(data) ? erasedData(data) : data }
  return { ...event, data, metadata: { ...metadata, kid } }
}

/** Whether a fact was read without keys, to be copied: it has its sealed part, or was stored without one. */
function isStored({ data, metadata }: NewEvent): boolean {
  const isCopied = metadata.log_id !== undefined
  return (metadata.kid !== undefined && isSealed(data)) || (isCopied && metadata.erased === true)
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
