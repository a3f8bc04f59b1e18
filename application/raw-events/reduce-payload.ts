import { isDeepStrictEqual } from 'node:util'
import { asNative, type Native, nativeValue } from '@recado/domain/native-json'
import { asList, asRecord, asRecords, type Json } from '@recado/domain/provider-event/loose-json'
import type { Intent } from '@recado/translation/intent'

/** What a payload says, by today's translation, and which of it is about the person. */
export type Reading = {
  readonly intents: (payload: Native) => readonly Intent[]
  /** Whether any of it is about the person. */
  readonly isTheirs: (payload: Native) => boolean
}

/** A larger one would have to be stored in parts. */
const MOST_BYTES = 512 * 1024

/**
 * A payload without the items that are about a person: each becomes as many nulls as it has intents, so that the other
 * intents keep their places, from which the ids of facts are computed.
 * @returns null when it cannot be divided so that nothing of the person and all of the others is left
 */
export function reducePayload(reading: Reading, payload: Native): Native | null {
  const envelope = nativeValue(payload)
  const [entry] = asRecords(asRecord(envelope).entry)
  const [change] = asRecords(entry?.changes)
  if (entry === undefined || change === undefined) return null
  const wrap = (value: Json): Native =>
    asNative({ ...envelope, entry: [{ ...entry, changes: [{ ...change, value }] }] })
  const reduced = wrap(reduceValue(reading, asRecord(change.value), wrap))
  const isSmall = Buffer.byteLength(JSON.stringify(reduced)) <= MOST_BYTES
  return isSmall && isLeftForOthers(reading, payload, reduced) ? reduced : null
}

type Wrap<Value> = (value: Value) => Native

function reduceValue(reading: Reading, value: Json, wrap: Wrap<Json>): Json {
  const { contacts, ...fields } = value
  const lists = Object.keys(fields).filter((name) => Array.isArray(fields[name]))
  const none = Object.fromEntries(lists.map((name) => [name, []]))
  const reduced: Record<string, unknown> = { ...fields }
  for (const name of lists) {
    const wrapList = (items: readonly unknown[]) => wrap({ ...value, ...none, [name]: items })
    const reduce = name === 'history' ? reduceHistory : reduceItems
    reduced[name] = reduce(reading, asList(fields[name]), wrapList)
  }
  return contacts === undefined
    ? reduced
    : { ...reduced, contacts: namedBy(asList(contacts), Object.values(reduced).flatMap(asList)) }
}

function reduceItems(
  { intents, isTheirs }: Reading,
  items: readonly unknown[],
  wrap: Wrap<readonly unknown[]>,
): readonly unknown[] {
  const kept: unknown[] = []
  for (const item of items)
    if (isTheirs(wrap([item]))) kept.push(...intents(wrap([item])).map(() => null))
    else kept.push(item)
  return kept
}

/** A history has threads of persons, each with messages. */
function reduceHistory(
  { isTheirs }: Reading,
  chunks: readonly unknown[],
  wrap: Wrap<readonly unknown[]>,
): readonly unknown[] {
  const kept: unknown[] = []
  for (const chunk of chunks.map(asRecord)) {
    const threads: unknown[] = []
    for (const thread of asRecords(chunk.threads)) {
      const isLost = isTheirs(wrap([{ threads: [thread] }]))
      threads.push(isLost ? { messages: asList(thread.messages).map(() => null) } : thread)
    }
    kept.push({ ...chunk, ...(chunk.threads !== undefined && { threads }) })
  }
  return kept
}

const NAMES = [
  ...['from', 'from_user_id', 'to', 'to_user_id', 'recipient_id', 'recipient_user_id'],
  ...['wa_id', 'user_id'],
]

/** The names of persons that stand beside the items, of those whom an item names. */
function namedBy(contacts: readonly unknown[], items: readonly unknown[]): readonly unknown[] {
  const named = new Set(items.flatMap((item) => NAMES.map((name) => asRecord(item)[name])))
  return contacts.filter((contact) => {
    const { wa_id, user_id } = asRecord(contact)
    return [wa_id, user_id].some((name) => name !== undefined && named.has(name))
  })
}

/** Whether the others' intents are what they were, and there are any. */
function isLeftForOthers(
  { intents, isTheirs }: Reading,
  payload: Native,
  reduced: Native,
): boolean {
  if (isTheirs(reduced)) return false
  const before = intents(payload)
  const after = intents(reduced)
  if (before.length !== after.length) return false
  const isOthers = after.map(({ kind }) => kind !== 'unreadable')
  return (
    isOthers.includes(true) &&
    after.every((intent, n) => !isOthers[n] || isDeepStrictEqual(intent, before[n]))
  )
}
