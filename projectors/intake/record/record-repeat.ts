import { execute } from '@recado/application/commands/execute'
import { load } from '@recado/application/commands/load'
import { resolvePerson } from '@recado/application/contacts/resolve-person'
import { scopeOf } from '@recado/application/facts/decisions'
import { streamOf } from '@recado/application/ids'
import { type Cause, contextOf } from '@recado/application/intake/cause'
import { type IdentityKey, identityKeys, linkOf } from '@recado/application/intake/identity-keys'
import type { MessageKind } from '@recado/application/intake/task'
import type { MessageReceived } from '@recado/domain/message/events'
import { isPlaceholder, message, type ReportedMessage } from '@recado/domain/message/message'
import { receiveContent } from '@recado/domain/message/receive-content'
import { claimDepsOf, personQuery } from './claims.ts'
import { type Encounter, ownerOf } from './find-person.ts'
import { observation } from './observation.ts'
import { againIfReplaced, followReplacements } from './older-reports.ts'
import { recordMedia } from './record-media.ts'
import type { BatchRecorder, Recorded } from './recorder.ts'

/**
 * Records what a further report of a message adds: its content, where the earlier one had none, and another identity
 * of its person. A gateway reports one message by the phone and by the hidden id of the person.
 */
export async function recordRepeat(
  recorder: BatchRecorder,
  cause: Cause,
  intent: MessageKind,
  { encounter, message_id }: { readonly encounter: Encounter; readonly message_id: string },
): Promise<Recorded> {
  const { state } = await load(recorder, message, streamOf(message, message_id))
  if (state.origin === 'unwritten' || state.origin === 'api') return 'repeated'
  const isContent =
    state.is_placeholder &&
    !isPlaceholder(intent.message) &&
    (await isContentRecorded(recorder, cause, intent, message_id))
  if (isContent || (await isNamedAgain(recorder, cause, state, intent, encounter)))
    await observeAgain(recorder, cause, state, encounter)
  return isContent ? 'recorded' : 'repeated'
}

/** Records the content of a message; false for a report of another kind, which is not about this message. */
async function isContentRecorded(
  recorder: BatchRecorder,
  cause: Cause,
  { kind, message: intent }: MessageKind,
  message_id: string,
): Promise<boolean> {
  await recordMedia(recorder, cause, intent, message_id)
  const { connection_id, raw } = cause
  const recorded_at = recorder.now().toISOString()
  const report = { message_id, connection_id, intent, raw_event_id: raw.id, recorded_at }
  const done = await execute(recorder, {
    aggregate: message,
    id: message_id,
    decide: receiveContent,
    command: { origin: kind, report },
    context: contextOf(cause, scopeOf('message'), recorder.now),
  })
  if (done.refused !== undefined) return false
  recorder.recent.existing.set(message_id, true)
  return true
}

/** Whether a report of a message may name its person by another identity: a gateway names one identity at a time. */
export function mayNameAgain([only, ...others]: readonly IdentityKey[]): boolean {
  return others.length === 0 && (only?.kind === 'phone' || only?.kind === 'lid')
}

/** Whether the report is about the same message, by an identity that names nobody yet, or another contact. */
async function isNamedAgain(
  recorder: BatchRecorder,
  cause: Cause,
  { ids, origin }: ReportedMessage,
  { kind, message: { text } }: MessageKind,
  { keys }: Encounter,
): Promise<boolean> {
  const isKnown = keys.every((key) => ownerOf(recorder, key) === ids.contact_id)
  if (isKnown || !mayNameAgain(keys) || origin !== 'received' || kind !== origin) return false
  // Ids are chosen by the sender's phone: another person's message with the same one is not this message.
  const first = await firstReport(recorder, ids.message_id)
  // By the identity of the first report it says nothing new, whoever has that identity by now.
  return (
    first?.text === text &&
    !identityKeys(recorder.personIds, cause, first.party).some(({ id }) => id === keys[0]?.id)
  )
}

async function observeAgain(
  recorder: BatchRecorder,
  cause: Cause,
  { ids: { contact_id, message_id } }: ReportedMessage,
  encounter: Encounter,
): Promise<void> {
  const { said_at } = encounter
  const first = await firstReport(recorder, message_id)
  const known_as =
    first === null ? [] : identityKeys(recorder.personIds, cause, first.party).map(linkOf)
  const deps = claimDepsOf(recorder, cause)
  await againIfReplaced(async () => {
    const keys = await followReplacements(recorder, cause.account_id, encounter.keys, said_at)
    const sought = { ...personQuery(recorder, cause, keys, said_at), contact_id, known_as }
    return resolvePerson(deps, sought, observation(encounter))
  })
}

async function firstReport({ store }: BatchRecorder, messageId: string) {
  for await (const { data } of store.readStream(streamOf(message, messageId)))
    return (data as MessageReceived['data']).intent
  return null
}
