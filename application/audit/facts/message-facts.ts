import { contact, MAX_REMEMBERED, sessionKey } from '@recado/domain/contact/contact'
import type { ContactSessionRecorded } from '@recado/domain/contact/events'
import { conversation } from '@recado/domain/conversation/conversation'
import { media } from '@recado/domain/media/media'
import type { MessageRetranslated } from '@recado/domain/message/events'
import { isPlaceholder, message } from '@recado/domain/message/message'
import type { ReportedMessageFact } from '@recado/domain/message/receive-message'
import { nativeRecord } from '@recado/domain/provider-event/loose-json'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { TRANSLATION_VERSION } from '@recado/translation/translation-version'
import { scopeOf } from '../../facts/decisions.ts'
import { mediaId, messageId, streamOf } from '../../ids.ts'
import { fileIn } from '../../intake/carried-file.ts'
import { ownerBefore } from '../../intake/owner-before.ts'
import { sessionOf } from '../../intake/session.ts'
import type { MessageKind, Task } from '../../intake/task.ts'
import type { Finding } from '../finding.ts'
import {
  changedFactFindings,
  type FactCheck,
  factId,
  missingFactFindings,
  versionOf,
} from './fact-check.ts'
import { checkClaims } from './people.ts'

const FACT_TYPES = {
  received: 'MessageReceived',
  sent_elsewhere: 'MessageSentElsewhere',
  edited: 'MessageEdited',
  revoked: 'MessageRevoked',
} as const satisfies Record<MessageKind['kind'], ReportedMessageFact['type']>

/** Checks the facts of a message, unless another raw event reported it before. */
export async function checkMessageFacts(
  check: FactCheck,
  task: Task,
  intent: MessageKind,
): Promise<readonly Finding[]> {
  if (task.keys.length === 0) return []
  const { connection_id } = task.cause
  const id = messageId({ connection_id, provider_message_id: intent.message.provider_message_id })
  const events = await check.streams.all(streamOf(message, id))
  const [fact] = events
  if (fact === undefined) {
    const isElsewhere =
      (await isOwnSend(check, task, intent)) || (await isOlderEdit(check, task, intent))
    return isElsewhere ? [] : missingFactFindings(task, FACT_TYPES[intent.kind])
  }
  if (fact.id !== factId(task, scopeOf('message')))
    return checkContentFact(events, fact, task, intent)
  const again = currentRetranslation(events)
  // Today's translation cannot judge what else an older one recorded.
  if (versionOf(fact) !== TRANSLATION_VERSION && again === null) return []
  return [
    ...compareMessage(fact as RecordedEvent<ReportedMessageFact>, task, intent),
    ...(again === null ? [] : changedFactFindings(again, task, again.data.intent, intent.message)),
    ...(await checkFile(check, task, intent, id)),
    ...(await checkSurroundings(check, task, fact as RecordedEvent<ReportedMessageFact>)),
    ...(await checkSessionFact(check, task, intent, fact as RecordedEvent<ReportedMessageFact>)),
  ]
}

/** The content that another raw event reports after a placeholder must be recorded, once. */
function checkContentFact(
  events: readonly RecordedEvent[],
  first: RecordedEvent,
  task: Task,
  { kind, message: reported }: MessageKind,
): readonly Finding[] {
  const { intent } = first.data as ReportedMessageFact['data']
  if (first.type !== FACT_TYPES[kind] || !isPlaceholder(intent) || isPlaceholder(reported))
    return []
  const contents = events.filter(({ type }) => type === 'MessageContentReceived')
  const own = contents.find(({ id }) => id === factId(task, scopeOf('message')))
  if (own !== undefined)
    return changedFactFindings(
      own,
      task,
      (own.data as ReportedMessageFact['data']).intent,
      reported,
    )
  const isShown = contents.length > 0 || events.some(({ type }) => type === 'MessageRetranslated')
  return isShown ? [] : missingFactFindings(task, 'MessageContentReceived')
}

/** Of a message's events, the fact that corrects an older reading by today's translation; null without one. */
export function currentRetranslation(
  events: readonly RecordedEvent[],
): RecordedEvent<MessageRetranslated> | null {
  const again = events.findLast((event) => event.type === 'MessageRetranslated')
  if (again === undefined || versionOf(again) !== TRANSLATION_VERSION) return null
  return again as RecordedEvent<MessageRetranslated>
}

function compareMessage(fact: RecordedEvent<ReportedMessageFact>, task: Task, intent: MessageKind) {
  const { type, data } = fact
  const { connection_id, raw_event_id, intent: recorded } = data
  const original = 'original_provider_message_id' in data ? data.original_provider_message_id : null
  const { message: translated, kind } = intent
  return changedFactFindings(
    fact,
    task,
    { type, connection_id, raw_event_id, original, intent: recorded },
    {
      type: FACT_TYPES[kind],
      connection_id: task.cause.connection_id,
      raw_event_id: task.cause.raw.id,
      original:
        'original_provider_message_id' in intent ? intent.original_provider_message_id : null,
      intent: translated,
    },
  )
}

/** An echo of our own send is no message of its own. Its id shows it, or a hidden chat without a contact. */
async function isOwnSend(check: FactCheck, task: Task, intent: MessageKind): Promise<boolean> {
  if (intent.kind !== 'sent_elsewhere') return false
  const id = task.provider_message_id
  const sent = id === null ? null : await check.index.sendOf(id)
  if (sent !== null && (await isSend(check, sent))) return true
  const isHidden = task.keys.every(({ kind }) => kind === 'lid')
  if (!isHidden || nativeRecord(intent.message.payload).source !== 'api') return false
  return (await ownerBefore(check, task.cause, task.keys)) === null
}

/** Before version 4 of the translation, an edit without an id of its own had one derived from its message's time. */
async function isOlderEdit(check: FactCheck, task: Task, intent: MessageKind): Promise<boolean> {
  if (intent.kind !== 'edited') return false
  const { message: reported, original_provider_message_id: original } = intent
  const derived = `edit.${original}.${reported.provider_timestamp}`
  const id = messageId({ connection_id: task.cause.connection_id, provider_message_id: derived })
  return (await check.streams.first(streamOf(message, id)))?.id === factId(task, scopeOf('message'))
}

async function isSend(check: FactCheck, sent: string): Promise<boolean> {
  return (await check.streams.first(streamOf(message, sent)))?.type === 'MessageSendRequested'
}

async function checkFile(
  check: FactCheck,
  task: Task,
  { kind, message: translated }: MessageKind,
  message_id: string,
): Promise<readonly Finding[]> {
  const file = kind === 'edited' || kind === 'revoked' ? null : fileIn(translated)
  if (file === null) return []
  const { connection_id } = task.cause
  const stream = streamOf(
    media,
    mediaId({ connection_id, provider_media_id: file.provider_media_id }),
  )
  const fact = await check.streams.first(stream)
  if (fact === null) return missingFactFindings(task, 'MediaReceived')
  if (fact.id !== factId(task, scopeOf('media'))) return []
  const { received_at: _, ...recorded } = fact.data as { received_at?: string }
  return changedFactFindings(fact, task, recorded, { connection_id, message_id, ...file })
}

async function checkSurroundings(
  check: FactCheck,
  task: Task,
  { data: { conversation_id, contact_id } }: RecordedEvent<{ type: string; data: Ids }>,
): Promise<readonly Finding[]> {
  const opened = await check.streams.first(streamOf(conversation, conversation_id))
  const created = await check.streams.first(streamOf(contact, contact_id))
  return [
    ...(opened === null ? missingFactFindings(task, 'ConversationOpened') : []),
    ...(created === null ? missingFactFindings(task, 'ContactCreated') : []),
    ...(await checkClaims(check, task)),
  ]
}

async function checkSessionFact(
  { streams }: FactCheck,
  task: Task,
  { kind, message: translated }: MessageKind,
  { data: { contact_id } }: RecordedEvent<{ type: string; data: Ids }>,
): Promise<readonly Finding[]> {
  const session = kind === 'sent_elsewhere' ? null : sessionOf(task.cause.connection_id, translated)
  if (session === null) return []
  const events = await streams.all(streamOf(contact, contact_id))
  const noted = events.filter(({ type }) => type === 'ContactSessionRecorded')
  const isNoted = noted.some(
    ({ data, erased }) =>
      erased === true || sessionKey(data as ContactSessionRecorded['data']) === sessionKey(session),
  )
  return isNoted || noted.length >= MAX_REMEMBERED
    ? []
    : missingFactFindings(task, 'ContactSessionRecorded')
}

type Ids = { conversation_id: string; contact_id: string }
