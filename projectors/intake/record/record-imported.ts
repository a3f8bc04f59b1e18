import { appendFirst } from '@recado/application/commands/append-first'
import { newEvents } from '@recado/application/commands/command-context'
import { execute } from '@recado/application/commands/execute'
import { scopeOf } from '@recado/application/facts/decisions'
import { type Ids, messageId, streamOf } from '@recado/application/ids'
import { type Cause, contextOf } from '@recado/application/intake/cause'
import type { IdentityKey } from '@recado/application/intake/identity-keys'
import type {
  ImportedContent,
  ImportedIntent,
  MessageImported,
} from '@recado/domain/imported-message/events'
import { type ImportMessage, importMessage } from '@recado/domain/imported-message/import-message'
import { importedMessage } from '@recado/domain/imported-message/imported-message'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { findOrCreatePerson, findOrOpenConversation } from './find-or-create-person.ts'
import { recordMedia } from './record-media.ts'
import type { BatchRecorder, Recorded, Recorder } from './recorder.ts'

/**
 * Records a message of the number's history, once. Its stream is not that of the live message with the same id, so
 * neither waits for the other; the read models show the live one.
 */
export async function recordImported(
  recorder: BatchRecorder,
  cause: Cause,
  intent: ImportedIntent,
  keys: readonly IdentityKey[],
): Promise<Recorded> {
  const { connection_id, raw } = cause
  const message_id = messageId({ connection_id, ...intent })
  const thread = await threadOf(recorder, cause, intent, keys)
  await recordMedia(recorder, cause, intent, message_id)
  const recorded_at = recorder.now().toISOString()
  const of = { message_id, connection_id, ...thread, intent, raw_event_id: raw.id, recorded_at }
  return append(recorder, cause, { type: 'MessageImported', data: of })
}

/** Records the content of a media message of the history, also when it comes before the message. */
export async function recordImportedMedia(
  recorder: Recorder,
  cause: Cause,
  intent: ImportedContent,
): Promise<Recorded> {
  const { connection_id, raw } = cause
  const message_id = messageId({ connection_id, ...intent })
  await recordMedia(recorder, cause, intent, message_id)
  const recorded_at = recorder.now().toISOString()
  const data = { message_id, connection_id, intent, raw_event_id: raw.id, recorded_at }
  return append(recorder, cause, { type: 'ImportedMediaReceived', data })
}

type Thread = Ids<'contact_id' | 'conversation_id'>

/**
 * The person and conversation of a thread, found once for each chunk, because the log decides whom an old report means.
 * A repeated chunk finds them by the thread's first message: it makes nobody anew who has another number since.
 */
async function threadOf(
  recorder: BatchRecorder,
  cause: Cause,
  { provider_message_id, provider_timestamp: said_at }: ImportedIntent,
  keys: readonly IdentityKey[],
): Promise<Thread> {
  const { connection_id, raw } = cause
  const place = `${raw.id} ${keys.map(({ id }) => id).join(' ')}`
  const known =
    recorder.recent.threads.get(place) ??
    (await recordedThread(recorder, messageId({ connection_id, provider_message_id })))
  if (known !== null) return known
  const encounter = { keys, profile_name: null, session: null, said_at }
  const contact_id = await findOrCreatePerson(recorder, cause, encounter)
  const conversation_id = await findOrOpenConversation(recorder, cause, contact_id)
  const thread = { contact_id, conversation_id }
  recorder.recent.threads.set(place, thread)
  return thread
}

async function recordedThread({ store }: Recorder, id: string): Promise<Thread | null> {
  const last = await store.readLast(streamOf(importedMessage, id))
  if (last?.type !== 'MessageImported') return null
  const { contact_id, conversation_id } = (last as RecordedEvent<MessageImported>).data
  return { contact_id, conversation_id }
}

async function append(recorder: Recorder, cause: Cause, fact: ImportMessage): Promise<Recorded> {
  const id = fact.data.message_id
  const context = contextOf(cause, scopeOf('importedMessage'), recorder.now)
  const first = await appendFirst(
    recorder.store,
    streamOf(importedMessage, id),
    newEvents([fact], context),
  )
  if (first !== null) return 'recorded'
  const of = { aggregate: importedMessage, id, decide: importMessage, command: fact, context }
  const done = await execute(recorder, of)
  return done.refused === undefined && done.events.length > 0 ? 'recorded' : 'repeated'
}
