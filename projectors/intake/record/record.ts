import { messageId, providerMessageId } from '@recado/application/ids'
import { assertBounded } from '@recado/translation/bounded-intent'
import type { Intent } from '@recado/translation/intent'
import type { Cause } from './cause.ts'
import { type IdentityKey, identityKeys } from './identity-keys.ts'
import { recordCall } from './record-call.ts'
import { recordConnectionChange } from './record-connection-change.ts'
import { recordIdentityChange } from './record-identity-change.ts'
import { recordListedPerson } from './record-listed-person.ts'
import { recordMessage } from './record-message.ts'
import { recordPreference } from './record-preference.ts'
import { recordStatus } from './record-status.ts'
import type { BatchRecorder, Recorded } from './recorder.ts'

/** An intent on its way into the log, with what has to be known about it. */
export type Task = {
  readonly cause: Cause
  readonly intent: Intent
  /** What the person is known by, strongest first; none when the intent is about nobody. */
  readonly keys: readonly IdentityKey[]
  readonly message_id: string | null
  readonly provider_message_id: string | null
  /** Tasks that share one are recorded in log order. */
  readonly chain: readonly string[]
}

/** Prepares an intent. Pure. */
export function taskOf(cause: Cause, intent: Intent): Task {
  const { account_id, connection_id } = cause
  const task = { cause, intent, keys: [], message_id: null, provider_message_id: null, chain: [] }
  switch (intent.kind) {
    case 'received':
    case 'edited':
    case 'revoked':
    case 'sent_elsewhere': {
      const { party, provider_message_id: wamid } = intent.message
      const keys = identityKeys(account_id, connection_id, party)
      const told = intent.kind === 'sent_elsewhere' ? providerMessageId(connection_id, wamid) : null
      const message_id = messageId(connection_id, wamid)
      return { ...task, keys, message_id, provider_message_id: told, chain: chainOf(keys) }
    }
    case 'status': {
      const id = providerMessageId(connection_id, intent.status.provider_message_id)
      return { ...task, provider_message_id: id, chain: [id] }
    }
    case 'identity_changed': {
      const { before, after } = intent
      const keys = [before, after].flatMap((p) => identityKeys(account_id, connection_id, p))
      return { ...task, keys, chain: chainOf(keys) }
    }
    case 'called':
    case 'person_listed':
    case 'marketing_preference': {
      const person = intent.kind === 'called' ? intent.call.party : intent.person
      const keys = identityKeys(account_id, connection_id, person)
      return { ...task, keys, chain: chainOf(keys) }
    }
    case 'connection_number':
    case 'connection_status':
    case 'connection_noticed':
      return { ...task, chain: [connection_id] }
    case 'set_aside':
    case 'unreadable':
      return task
  }
}

function chainOf(keys: readonly IdentityKey[]): readonly string[] {
  return keys.map(({ id }) => id)
}

/**
 * Writes what an intent means, unless it was written before.
 * @throws StoreUnavailable, ContestedStream: try again later; anything else, such as BoundBroken, will not pass by itself
 */
export async function record(recorder: BatchRecorder, task: Task): Promise<Recorded> {
  const { cause, intent, keys } = task
  assertBounded(intent)
  switch (intent.kind) {
    case 'received':
    case 'edited':
    case 'revoked':
    case 'sent_elsewhere':
      return keys.length === 0 ? 'unreadable' : recordMessage(recorder, cause, intent, keys)
    case 'status':
      return recordStatus(recorder, cause, intent.status)
    case 'called':
      return keys.length === 0 ? 'unreadable' : recordCall(recorder, cause, intent.call, keys)
    case 'identity_changed':
      return recordIdentityChange(recorder, cause, intent)
    case 'person_listed':
      return keys.length === 0 ? 'unreadable' : recordListedPerson(recorder, cause, intent, keys)
    case 'marketing_preference':
      return keys.length === 0 ? 'unreadable' : recordPreference(recorder, cause, intent, keys)
    case 'connection_number':
    case 'connection_status':
    case 'connection_noticed':
      return recordConnectionChange(recorder, cause, intent)
    case 'set_aside':
    case 'unreadable':
      return intent.kind
  }
}
