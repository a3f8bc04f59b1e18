import {
  asList,
  asRecord,
  asRecords,
  asText,
  isRecord,
  type Json,
} from '@recado/domain/provider-event/loose-json'
import type { Intent, Translate } from '../intent.ts'
import { accountUpdate } from './account-update.ts'
import { addressBookEntry } from './address-book.ts'
import { userCall } from './call.ts'
import { importedHistory } from './history.ts'
import { MAX_ITEMS } from './max-items.ts'
import { echoedMessage, inboundMessage } from './message.ts'
import { changeContacts } from './person.ts'
import { marketingPreference, optOutOfFailure } from './preference.ts'
import { reportedStatus } from './status.ts'
import { userIdUpdate } from './user-id.ts'

/**
 * Translates a raw event of Meta into intents, in the order of its items. Pure. An item that cannot be read becomes
 * `unreadable`; an unknown field gives no intent.
 */
export const translateGraphApi: Translate = ({ payload, received_at }) =>
  asRecords(asRecord(payload).entry).flatMap((entry) =>
    asRecords(entry.changes).flatMap((change) => translateChange(change, entry.time, received_at)),
  )

function translateChange(
  { field, value: raw }: Json,
  time: unknown,
  receivedAt: string,
): readonly Intent[] {
  if (!isRecord(raw)) return [{ kind: 'unreadable', reason: 'change_without_value' }]
  if (raw.oversized === true) return [{ kind: 'unreadable', reason: 'oversized' }]
  const value: Json = raw
  const contacts = changeContacts(value)
  switch (field) {
    case 'messages':
      return [
        ...translateItems(value.messages, (message) =>
          inboundMessage(message, contacts, receivedAt),
        ),
        ...translateItems(value.statuses, (status) => reportedStatus(status, receivedAt)).flatMap(
          (intent) => (intent.kind === 'status' ? [intent, ...optOutOfFailure(intent)] : intent),
        ),
      ]
    case 'calls':
      return translateItems(value.calls, (call) => userCall(call, value, contacts, receivedAt))
    case 'smb_message_echoes':
      return translateItems(value.message_echoes, (message) =>
        echoedMessage(message, contacts, receivedAt),
      )
    case 'history':
      return importedHistory(value, receivedAt)
    case 'user_preferences':
      return translateItems(value.user_preferences, (item) =>
        marketingPreference(item, contacts, receivedAt),
      )
    case 'user_id_update':
      return translateItems(value.user_id_update, (item) => userIdUpdate(item, time, receivedAt))
    case 'smb_app_state_sync':
      return translateItems(value.state_sync, (item) => addressBookEntry(item, receivedAt))
    default:
      return accountUpdate(asText(field) ?? '', value, time, receivedAt)
  }
}

function translateItems(
  list: unknown,
  translate: (item: Json) => Intent | null,
): readonly Intent[] {
  const items = asList(list)
  const intents = items
    .slice(0, MAX_ITEMS)
    .flatMap((item): Intent | readonly Intent[] =>
      isRecord(item)
        ? (translate(item) ?? [])
        : { kind: 'unreadable', reason: 'item_is_no_object' },
    )
  const isWhole = items.length <= MAX_ITEMS
  return isWhole ? intents : [...intents, { kind: 'unreadable', reason: 'too_many_items' }]
}
