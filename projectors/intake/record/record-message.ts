import { appendFirst } from '@recado/application/commands/append-first'
import { newEvents } from '@recado/application/commands/command-context'
import { scopeOf } from '@recado/application/facts/decisions'
import { messageId, providerMessageId, streamOf } from '@recado/application/ids'
import { type Cause, contextOf } from '@recado/application/intake/cause'
import type { IdentityKey } from '@recado/application/intake/identity-keys'
import { ownerBefore } from '@recado/application/intake/owner-before'
import { sessionOf } from '@recado/application/intake/session'
import { givenKeys, type MessageKind } from '@recado/application/intake/task'
import type { RecordSession } from '@recado/domain/contact/record-session'
import { isRefusal } from '@recado/domain/decision'
import { isPlaceholder, message } from '@recado/domain/message/message'
import { type ReportedMessageFact, receiveMessage } from '@recado/domain/message/receive-message'
import { nativeRecord } from '@recado/domain/provider-event/loose-json'
import { findOrCreatePerson, findOrOpenConversation } from './find-or-create-person.ts'
import { type Encounter, findKnownPerson } from './find-person.ts'
import { recordGivenPhone } from './record-given-phone.ts'
import { recordMedia } from './record-media.ts'
import { mayNameAgain, recordRepeat } from './record-repeat.ts'
import type { BatchRecorder, Recorded } from './recorder.ts'

/**
 * Records a message with its person and conversation. The message is appended last: once it exists, everything the
 * raw event says about it is recorded, and a repeat writes nothing.
 */
export async function recordMessage(
  recorder: BatchRecorder,
  cause: Cause,
  intent: MessageKind,
  keys: readonly IdentityKey[],
): Promise<Recorded> {
  const id = messageId({
    connection_id: cause.connection_id,
    provider_message_id: intent.message.provider_message_id,
  })
  const stream = streamOf(message, id)
  if (isOwnEcho(recorder, cause, intent)) return 'repeated'
  if (await isEchoOfOwnSend(recorder, cause, intent, keys)) return 'repeated'
  const { profile_name, provider_timestamp: said_at } = intent.message
  const encounter: Encounter = { keys, profile_name, session: sessionFor(cause, intent), said_at }
  const repeat = { encounter, message_id: id }
  if (isShown(recorder, id) && !mayNameAgain(keys)) return 'repeated'
  if (await isRecorded(recorder, encounter, id))
    return recordRepeat(recorder, cause, intent, repeat)
  const contact_id = await findOrCreatePerson(recorder, cause, encounter)
  const conversation_id = await findOrOpenConversation(recorder, cause, contact_id)
  await recordGivenPhone(recorder, cause, {
    contact_id,
    keys: givenKeys(recorder.personIds, cause, intent),
    said_at,
  })
  if (intent.kind === 'received' || intent.kind === 'sent_elsewhere')
    await recordMedia(recorder, cause, intent.message, id)
  const fact = factOf(recorder, cause, intent, { message_id: id, conversation_id, contact_id })
  const facts = receiveMessage(fact, message.initialState)
  if (isRefusal(facts)) return 'repeated'
  const events = newEvents(facts, contextOf(cause, scopeOf('message'), recorder.now))
  const appended = await appendFirst(recorder.store, stream, events)
  if (appended === null) return recordRepeat(recorder, cause, intent, repeat)
  if (!isPlaceholder(intent.message)) recorder.recent.existing.set(id, true)
  return 'recorded'
}

/** Asks the log before a person is made or changed, because the read models may be behind. */
async function isRecorded(
  recorder: BatchRecorder,
  encounter: Encounter,
  id: string,
): Promise<boolean> {
  if (isShown(recorder, id)) return true
  if (findKnownPerson(recorder, encounter) !== null) return false
  return (await recorder.store.readLast(streamOf(message, id))) !== null
}

/** Whether the message is recorded with its content, as far as memory and lookup know. */
function isShown({ recent, known }: BatchRecorder, id: string): boolean {
  return recent.existing.has(id) || known.messages.has(id)
}

/** The echo of a send of ours is not a message of its own. */
function isOwnEcho(
  { known }: BatchRecorder,
  { connection_id }: Cause,
  { kind, message: { provider_message_id } }: MessageKind,
): boolean {
  if (kind !== 'sent_elsewhere') return false
  const id = providerMessageId({ connection_id, provider_message_id })
  return (known.providerMessages.get(id)?.message_id ?? null) !== null
}

/**
 * Sends through the gateway's API go to known persons. When the echo names its chat only by hidden ids that no
 * contact has, it is our own send to a phone, not a new person.
 */
async function isEchoOfOwnSend(
  recorder: BatchRecorder,
  cause: Cause,
  { kind, message: { payload } }: MessageKind,
  keys: readonly IdentityKey[],
): Promise<boolean> {
  if (kind !== 'sent_elsewhere' || nativeRecord(payload).source !== 'api') return false
  return (
    keys.every((key) => key.kind === 'lid') && (await ownerBefore(recorder, cause, keys)) === null
  )
}

/** Ads lead persons to us, so only messages of persons carry a session. */
function sessionFor(
  { connection_id }: Cause,
  { kind, message }: MessageKind,
): RecordSession | null {
  return kind === 'sent_elsewhere' ? null : sessionOf(connection_id, message)
}

type Ids = { message_id: string; conversation_id: string; contact_id: string }

function factOf(
  recorder: BatchRecorder,
  { connection_id, raw }: Cause,
  intent: MessageKind,
  ids: Ids,
): ReportedMessageFact {
  const recorded_at = recorder.now().toISOString()
  const of = { ...ids, connection_id, intent: intent.message, raw_event_id: raw.id, recorded_at }
  switch (intent.kind) {
    case 'received':
      return { type: 'MessageReceived', data: of }
    case 'sent_elsewhere':
      return { type: 'MessageSentElsewhere', data: of }
    case 'edited':
    case 'revoked': {
      const type = intent.kind === 'edited' ? 'MessageEdited' : 'MessageRevoked'
      const { original_provider_message_id } = intent
      return { type, data: { ...of, original_provider_message_id } }
    }
  }
}
