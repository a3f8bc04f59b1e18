import { conversationId } from '@recado/application/ids'
import type { Task } from '@recado/application/intake/task'
import { ownerOf } from './find-person.ts'
import type { LastReport, Lookup, LookupRows } from './lookup.ts'
import type { BatchRecorder, Recorder } from './recorder.ts'

/** An empty lookup, for callers that work from the log alone. */
export const NOTHING_KNOWN: LookupRows = {
  contacts: new Map(),
  messages: new Set(),
  providerMessages: new Map(),
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
    messages: distinct(tasks.flatMap(({ message_id }) => message_id ?? [])),
    providerMessages: distinct(tasks.flatMap((task) => task.provider_message_id ?? [])),
  })
  const batch = { ...recorder, told, known: rows }
  await learnConversations(batch, known, tasks)
  return batch
}

async function learnConversations(
  recorder: BatchRecorder,
  known: Lookup,
  tasks: readonly Task[],
): Promise<void> {
  const { existing } = recorder.recent
  const ids = tasks.flatMap(({ cause, keys: [strongest], message_id }) => {
    if (strongest === undefined || message_id === null) return []
    const owner = ownerOf(recorder, strongest)
    return owner === null
      ? []
      : [conversationId({ connection_id: cause.connection_id, contact_id: owner })]
  })
  const unknown = distinct(ids).filter((id) => !existing.has(id))
  for (const id of await known.conversations(unknown)) existing.set(id, true)
}

function distinct(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)]
}
