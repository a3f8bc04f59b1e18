import { durationBound } from '@recado/application/read-models/figures'
import { commentsOnMessage } from '@recado/domain/message/comments-on-message'
import { isOlder } from '@recado/domain/provider-clock'
import type { Rows } from '../engine/projection.ts'
import { table } from '../engine/table.ts'
import { count } from './activity-row.ts'
import { conversations } from './conversation-row.ts'
import type { MessageRow } from './message-row.ts'

type WaitingConversationRow = {
  readonly id: string
  readonly since: string
  /** By the provider's clock. */
  readonly said_at: string
  readonly account_pos: number
}

export const waitingConversations = table<WaitingConversationRow>({ name: 'unanswered' })

/**
 * A wait begins with a person's message. It ends when a send that was requested later goes out, or when the business
 * has written elsewhere since. It counts for the hour in which it began.
 */
export async function trackWait(
  before: MessageRow | undefined,
  after: MessageRow | undefined,
  rows: Rows,
): Promise<void> {
  if (after === undefined || commentsOnMessage(after.type)) return
  if (after.direction === 'inbound') {
    if (before === undefined) await begin(after, rows)
  } else if (isOut(after) && (before === undefined || !isOut(before))) await end(after, rows)
}

function isOut({ provider_message_id }: MessageRow): boolean {
  return provider_message_id !== null
}

async function begin(message: MessageRow, rows: Rows): Promise<void> {
  const { conversation_id: id, created_at: since, account_pos } = message
  const said_at = message.provider_timestamp ?? since
  if ((await rows.get(waitingConversations, id)) !== undefined) return
  if (isOlder(said_at, (await rows.get(conversations, id))?.answered_said_at)) return
  rows.put(waitingConversations, { id, since, said_at, account_pos })
  await count(rows, message, { waits: 1 })
}

async function end(answer: MessageRow, rows: Rows): Promise<void> {
  const wait = await rows.get(waitingConversations, answer.conversation_id)
  if (wait === undefined || answer.account_pos < wait.account_pos) return
  const said_at = answer.provider_timestamp ?? answer.created_at
  if (answer.origin === 'external' && isOlder(said_at, wait.said_at)) return
  rows.remove(waitingConversations, wait.id)
  const bound = durationBound(wait.since, answer.requested_at ?? answer.created_at)
  await count(rows, { ...answer, created_at: wait.since }, { [`answered_in.${bound}`]: 1 })
}
