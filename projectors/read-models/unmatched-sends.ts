import type { PersonIds } from '@recado/application/person-ids'
import type { MessageEvent, MessageSentElsewhere } from '@recado/domain/message/events'
import { nativeRecord } from '@recado/domain/provider-event/loose-json'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { ProviderKinds } from '@recado/infra/providers/provider'
import { type Projection, projection, type Rows } from '../engine/projection.ts'
import { table } from '../engine/table.ts'
import { connections } from './connections.ts'
import { type MessageRow, messages } from './message-row.ts'

type UnmatchedSendRow = { readonly id: string; readonly message_ids: readonly string[] }

const unmatchedSends = table<UnmatchedSendRow>({ name: 'unmatched_sends' })

/** Time between an attempt and the echo's timestamp at most. */
const NEAR_MS = 60_000
/** More than fit in a minute. Without a limit each send would cost more while a gateway is unavailable. */
const MAX_UNMATCHED = 100

/** Sends that an echo may belong to, for providers whose echoes carry no value of ours: text and conversation match. */
export function unmatchedSendsProjection(
  providers: ProviderKinds,
  personIds: PersonIds,
): Projection {
  const echoesByText = async ({ connection_id }: { connection_id: string }, rows: Rows) => {
    const connection = await rows.get(connections, connection_id)
    return providers.get(connection?.type ?? '')?.sends.echoesByText === true
  }
  const answered = async ({ data }: Answered, rows: Rows) => {
    if (await echoesByText(data, rows)) await forget(personIds, data.message_id, rows)
  }
  return projection<Exclude<MessageEvent, { type: 'MessageSentElsewhere' | 'MessageReceived' }>>({
    name: 'unmatched_sends',
    tables: [unmatchedSends],
    ddl: new URL('./unmatched-sends.sql', import.meta.url),
    on: {
      MessageSendRequested: async ({ data, metadata }, rows) => {
        if (!(await echoesByText(data, rows))) return
        const row = await unmatchedRow(
          rows,
          keyOf(personIds, { ...data, account_id: String(metadata.account_id) }),
        )
        const message_ids = [...row.message_ids, data.message_id].slice(-MAX_UNMATCHED)
        rows.put(unmatchedSends, { ...row, message_ids })
      },
      MessageSent: answered,
      MessageSendRefused: answered,
      MessageSendGivenUp: answered,
      MessageSendDeferred: null,
      MessageSendAttempted: null,
      MessageSendUnresolved: null,
      MessageSendReleased: null,
      MessageEdited: null,
      MessageRevoked: null,
      MessageRetranslated: null,
      MessageContentReceived: null,
      MessageMarkedRead: null,
    },
  })
}

/** Unanswered sends with an echo's text, conversation and time. An echo of a message typed on the phone has none. */
export async function candidateSends(
  personIds: PersonIds,
  { data, metadata }: RecordedEvent<MessageSentElsewhere>,
  rows: Rows,
): Promise<readonly MessageRow[]> {
  const { intent, conversation_id } = data
  if (intent.message_type !== 'text' || nativeRecord(intent.payload).source === 'app') return []
  const of = { account_id: String(metadata.account_id), conversation_id, text: intent.text }
  const { message_ids } = await unmatchedRow(rows, keyOf(personIds, of))
  const sends: MessageRow[] = []
  for (const id of message_ids) {
    const row = await rows.get(messages, id)
    if (row !== undefined && isOpen(row) && isNear(row, intent.provider_timestamp)) sends.push(row)
  }
  return sends
}

type Answered = RecordedEvent<{
  type: string
  data: { message_id: string; connection_id: string }
}>

async function forget(personIds: PersonIds, messageId: string, rows: Rows): Promise<void> {
  const message = await rows.get(messages, messageId)
  if (message === undefined) return
  const row = await unmatchedRow(rows, keyOf(personIds, message))
  const message_ids = row.message_ids.filter((id) => id !== messageId)
  if (message_ids.length > 0) rows.put(unmatchedSends, { ...row, message_ids })
  else if (row.message_ids.length > 0) rows.remove(unmatchedSends, row.id)
}

async function unmatchedRow(rows: Rows, id: string): Promise<UnmatchedSendRow> {
  return (await rows.get(unmatchedSends, id)) ?? { id, message_ids: [] }
}

/** Trimmed, because WhatsApp trims texts. */
function keyOf(
  personIds: PersonIds,
  { account_id, conversation_id, text }: Parameters<PersonIds['echoId']>[0],
): string {
  return personIds.echoId({ account_id, conversation_id, text: text.trim() })
}

function isOpen({ send_state, provider_message_id }: MessageRow): boolean {
  const open = send_state === 'requested' || send_state === 'unresolved'
  return open && provider_message_id === null
}

function isNear({ requested_at }: MessageRow, echoedAt: string): boolean {
  return Math.abs(Date.parse(echoedAt) - Date.parse(requested_at ?? echoedAt)) <= NEAR_MS
}
