import { conversationId, membershipId } from '@recado/application/ids'
import { messagesOf, type Task } from '@recado/application/intake/task'
import { ownerOf } from './find-person.ts'
import type { LastReport, Lookup, LookupRows } from './lookup.ts'
import { linkKey, USER_ID } from './recent-claims.ts'
import type { BatchRecorder, Recorder } from './recorder.ts'

/** An empty lookup, for callers that work from the log alone. */
export const NOTHING_KNOWN: LookupRows = {
  contacts: new Map(),
  messages: new Set(),
  providerMessages: new Map(),
  erased: { identities: new Map(), messages: new Map() },
}

export const NO_REPORT: LastReport = { named_at: null, username_at: null }

/** Queries the read models for all that recording the tasks needs. @throws when they cannot be queried */
export async function fillLookup(
  recorder: Recorder,
  known: Lookup,
  tasks: readonly Task[],
): Promise<BatchRecorder> {
  const told = (contactId: string) => known.told(contactId)
  if (tasks.length === 0) return { ...recorder, told, known: NOTHING_KNOWN }
  const rows = await known.ask({
    identities: distinct(tasks.flatMap(({ keys }) => keys.map(({ id }) => id))),
    messages: distinct(tasks.flatMap(messagesOf)),
    providerMessages: distinct(tasks.flatMap((task) => task.provider_message_id ?? [])),
  })
  const batch = { ...recorder, told, known: rows }
  await learnPlaces(batch, known, tasks)
  return batch
}

/** Remembers which conversations exist, and on which connections BSUIDs are linked. */
async function learnPlaces(
  recorder: BatchRecorder,
  known: Lookup,
  tasks: readonly Task[],
): Promise<void> {
  const { existing, userIds } = recorder.recent
  const places = tasks.flatMap(({ cause: { connection_id }, keys: [strongest], message_id }) => {
    if (strongest === undefined || message_id === null) return []
    const contact_id = ownerOf(recorder, strongest)
    if (contact_id === null) return []
    const of = { connection_id, contact_id }
    const isLinked = strongest.kind !== USER_ID || userIds.has(linkKey(of, strongest))
    return [{ conversation: conversationId(of), member: isLinked ? null : membershipId(of) }]
  })
  const unknown = places.map(({ conversation }) => conversation).filter((id) => !existing.has(id))
  const memberships = distinct(places.flatMap(({ member }) => member ?? []))
  const found = await known.places({ conversations: distinct(unknown), memberships })
  for (const id of found.conversations) existing.set(id, true)
  for (const [id, via] of found.memberships)
    for (const reason of via) if (reason.startsWith(USER_ID)) userIds.set(`${id} ${reason}`, true)
}

function distinct(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)]
}
