import { appendFirst } from '@recado/application/commands/append-first'
import { newEvents } from '@recado/application/commands/command-context'
import { scopeOf } from '@recado/application/facts/decisions'
import { callId, streamOf } from '@recado/application/ids'
import { type Cause, contextOf } from '@recado/application/intake/cause'
import type { IdentityKey } from '@recado/application/intake/identity-keys'
import { call } from '@recado/domain/call/call'
import type { CallIntent } from '@recado/domain/call/events'
import { receiveCall } from '@recado/domain/call/receive-call'
import { isRefusal } from '@recado/domain/decision'
import { findOrCreatePerson, findOrOpenConversation } from './find-or-create-person.ts'
import type { BatchRecorder, Recorded } from './recorder.ts'

/** Records a call with its person and conversation, once. The call is appended last: it proves that all is recorded. */
export async function recordCall(
  recorder: BatchRecorder,
  cause: Cause,
  intent: CallIntent,
  keys: readonly IdentityKey[],
): Promise<Recorded> {
  const { connection_id, raw } = cause
  const id = callId({ connection_id, provider_call_id: intent.provider_call_id })
  const stream = streamOf(call, id)
  if ((await recorder.store.readLast(stream)) !== null) return 'repeated'
  const { profile_name, provider_timestamp: said_at } = intent
  const encounter = { keys, profile_name, session: null, said_at }
  const contact_id = await findOrCreatePerson(recorder, cause, encounter)
  const conversation_id = await findOrOpenConversation(recorder, cause, contact_id)
  const recorded_at = recorder.now().toISOString()
  const of = { connection_id, conversation_id, contact_id, intent, raw_event_id: raw.id }
  const facts = receiveCall({ ...of, recorded_at }, call.initialState)
  if (isRefusal(facts)) return 'repeated'
  const events = newEvents(facts, contextOf(cause, scopeOf('call'), recorder.now))
  return (await appendFirst(recorder.store, stream, events)) === null ? 'repeated' : 'recorded'
}
