import { differingFields } from '@recado/application/audit/compare'
import { type FactCheck, factId, versionOf } from '@recado/application/audit/facts/fact-check'
import { currentRetranslation } from '@recado/application/audit/facts/message-facts'
import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { type ExecuteDeps, execute } from '@recado/application/commands/execute'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { scopeAbout, scopeOf } from '@recado/application/facts/decisions'
import { messageId, streamOf } from '@recado/application/ids'
import { contextOf } from '@recado/application/intake/cause'
import type { Task } from '@recado/application/intake/task'
import { message } from '@recado/domain/message/message'
import type { ReportedMessageFact } from '@recado/domain/message/receive-message'
import { retranslateMessage } from '@recado/domain/message/retranslate-message'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { TRANSLATION_VERSION } from '@recado/translation/translation-version'

/** The fact of a message that the current translation reads differently than an older one did, or null. */
export async function findMisread(
  check: FactCheck,
  task: Task,
): Promise<RecordedEvent<ReportedMessageFact> | null> {
  const { intent, cause } = task
  if (!('message' in intent) || task.keys.length === 0) return null
  const id = messageId({
    connection_id: cause.connection_id,
    provider_message_id: intent.message.provider_message_id,
  })
  const events = await check.streams.all(streamOf(message, id))
  const [fact] = events
  if (fact === undefined || fact.id !== factId(task, scopeOf('message'))) return null
  if (versionOf(fact) >= TRANSLATION_VERSION || currentRetranslation(events) !== null) return null
  const known = fact as RecordedEvent<ReportedMessageFact>
  return differingFields(known.data.intent, intent.message).length === 0 ? null : known
}

/** Records the current reading of a misread message. @returns what prevented it; null when it is recorded */
export async function retranslate(
  store: EventStore,
  task: Task,
  fact: RecordedEvent<ReportedMessageFact>,
  notify: boolean,
): Promise<string | null> {
  const { intent, cause } = task
  if (!('message' in intent)) return null
  const deps: ExecuteDeps = { store, cache: aggregateCache(), mutex: streamMutex() }
  const { message_id, connection_id, conversation_id, contact_id } = fact.data
  const context = contextOf(
    { ...cause, replay: { notify } },
    scopeAbout('reading', TRANSLATION_VERSION),
    () => new Date(),
  )
  const data = {
    message_id,
    connection_id,
    conversation_id,
    contact_id,
    intent: intent.message,
    raw_event_id: cause.raw.id,
    recorded_at: context.now().toISOString(),
    reading: TRANSLATION_VERSION,
  }
  const command = { origin: intent.kind, fact: data }
  const execution = {
    aggregate: message,
    id: message_id,
    decide: retranslateMessage,
    command,
    context,
  }
  const done = await execute(deps, execution)
  return done.refused === undefined ? null : `the message cannot be read again: ${done.refused}`
}
