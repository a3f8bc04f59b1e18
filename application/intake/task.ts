import type { MessageIntent } from '@recado/domain/message/events'
import { type Intent, NO_IDENTITIES } from '@recado/translation/intent'
import { messageId, providerMessageId } from '../ids.ts'
import type { PersonIds } from '../person-ids.ts'
import type { Cause } from './cause.ts'
import { type IdentityKey, identityKeys } from './identity-keys.ts'

/** The intents that report a message. */
export type MessageKind = Extract<Intent, { message: MessageIntent }>

/** An intent to record, with the ids it leads to. */
export type Task = {
  readonly cause: Cause
  readonly intent: Intent
  /** The person's identities, strongest first; none when the intent is about nobody. */
  readonly keys: readonly IdentityKey[]
  readonly message_id: string | null
  readonly provider_message_id: string | null
  /** Tasks with a common entry are recorded in log order. */
  readonly chain: readonly string[]
}

/** The task of an intent. */
export function taskOf(personIds: PersonIds, cause: Cause, intent: Intent): Task {
  const { account_id, connection_id } = cause
  const task = { cause, intent, keys: [], message_id: null, provider_message_id: null, chain: [] }
  switch (intent.kind) {
    case 'received':
    case 'edited':
    case 'revoked':
    case 'sent_elsewhere': {
      const { party, provider_message_id: wamid } = intent.message
      const keys = identityKeys(personIds, { account_id, connection_id }, party)
      const echoed =
        intent.kind === 'sent_elsewhere'
          ? providerMessageId({ connection_id, provider_message_id: wamid })
          : null
      const message_id = messageId({ connection_id, provider_message_id: wamid })
      const given = givenKeys(personIds, cause, intent)
      // Two reports of one message may arrive at once, each naming another identity of its person.
      const chain = [...chainOf([...keys, ...given]), message_id]
      return { ...task, keys, message_id, provider_message_id: echoed, chain }
    }
    case 'imported':
    case 'imported_media': {
      const { provider_message_id: wamid } = intent.imported
      const id = messageId({ connection_id, provider_message_id: wamid })
      const keys =
        intent.kind === 'imported'
          ? identityKeys(personIds, { account_id, connection_id }, intent.imported.party)
          : []
      return { ...task, keys, message_id: id, chain: [...chainOf(keys), id] }
    }
    case 'status': {
      const id = providerMessageId({
        connection_id,
        provider_message_id: intent.status.provider_message_id,
      })
      return { ...task, provider_message_id: id, chain: [id] }
    }
    case 'identity_changed': {
      const { before, after } = intent
      const keys = [before, after].flatMap((p) =>
        identityKeys(personIds, { account_id, connection_id }, p),
      )
      return { ...task, keys, chain: chainOf(keys) }
    }
    case 'called':
    case 'person_listed':
    case 'marketing_preference': {
      const person = intent.kind === 'called' ? intent.call.party : intent.person
      const keys = identityKeys(personIds, { account_id, connection_id }, person)
      return { ...task, keys, chain: chainOf(keys) }
    }
    case 'connection_number':
    case 'connection_status':
    case 'connection_noticed':
    case 'connection_history':
      return { ...task, chain: [connection_id] }
    case 'set_aside':
    case 'unreadable':
      return task
  }
}

/** Our message that a task reports, and the one that it changes. */
export function messagesOf({ message_id, intent, cause }: Task): readonly string[] {
  if (message_id === null) return []
  if (intent.kind !== 'edited' && intent.kind !== 'revoked') return [message_id]
  const { connection_id } = cause
  const { original_provider_message_id: provider_message_id } = intent
  return [message_id, messageId({ connection_id, provider_message_id })]
}

/** The identity that the person gave in a message; none in most. */
export function givenKeys(
  personIds: PersonIds,
  { account_id, connection_id }: Cause,
  intent: MessageKind,
): readonly IdentityKey[] {
  const phone = ('given_phone' in intent ? intent.given_phone : undefined) ?? null
  return identityKeys(personIds, { account_id, connection_id }, { ...NO_IDENTITIES, phone })
}

function chainOf(keys: readonly IdentityKey[]): readonly string[] {
  return keys.map(({ id }) => id)
}
