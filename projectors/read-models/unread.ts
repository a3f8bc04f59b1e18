import { commentsOnMessage } from '@recado/domain/message/comments-on-message'
import { isOlder, newer } from '@recado/domain/provider-clock'
import type { Rows } from '../engine/projection.ts'
import type { ConversationRow } from './conversation-row.ts'
import { type MessageRow, messages } from './message-row.ts'

/** Ordinals from the first to the last one, both included. */
type Span = readonly [first: number, last: number]

/** More than arrive out of order before the business reads again. Beyond that, the oldest ones count as unread. */
const MAX_SPANS = 200
/** The most messages of a conversation that are searched for those that a late report has read. */
const MAX_SEARCHED = 10_000

/** Marks messages up to an ordinal as read; those read before stay read. @param pos their last place, if known */
export function readUpTo(
  row: ConversationRow,
  ordinal: number,
  pos = row.read_pos,
): Partial<ConversationRow> {
  return markReadTo({ ...row, read_pos: Math.max(row.read_pos, pos) }, ordinal, row.read_spans)
}

/**
 * Counts a message that the person wrote. One that the business has answered since, on its phone, is read already,
 * though it comes late.
 */
export function countInbound(row: ConversationRow, said_at: string): Partial<ConversationRow> {
  const inbound_count = row.inbound_count + 1
  const isLate = isOlder(said_at, row.inbound_said_at)
  const now = {
    ...row,
    inbound_count,
    inbound_said_at: newer(row.inbound_said_at, said_at),
    late_ordinal: isLate ? inbound_count : row.late_ordinal,
  }
  const isRead = isOlder(said_at, row.answered_said_at)
  const spans = isRead
    ? [...row.read_spans, [inbound_count, inbound_count] as const]
    : row.read_spans
  const { inbound_said_at, late_ordinal } = now
  return {
    inbound_count,
    inbound_said_at,
    late_ordinal,
    ...markReadTo(now, row.read_ordinal, spans),
  }
}

/** A message that the business wrote elsewhere marks as read what the person had written before it. */
export async function readByAnswer(
  rows: Rows,
  row: ConversationRow,
  answer: MessageRow,
): Promise<Partial<ConversationRow>> {
  const said_at = providerTimeOf(answer)
  const answered_said_at = newer(row.answered_said_at, said_at)
  const isNewest = !isOlder(said_at, row.inbound_said_at)
  const isRead = isNewest
    ? readUpTo(row, row.inbound_count, answer.conversation_pos)
    : await readAmong(rows, row, (message) => !isOlder(said_at, providerTimeOf(message)))
  return { answered_said_at, ...isRead }
}

/** Marking a message marks those as read that the person wrote before it, as far as they have arrived. */
export async function readByMark(
  rows: Rows,
  row: ConversationRow,
  marked: MessageRow,
): Promise<Partial<ConversationRow>> {
  const { inbound_ordinal: ordinal, conversation_pos } = marked
  const isInOrder = row.read_ordinal >= row.late_ordinal && !commentsOnMessage(marked.type)
  if (isInOrder) return readUpTo(row, ordinal, conversation_pos)
  const said_at = providerTimeOf(marked)
  return readAmong(
    rows,
    row,
    (message) =>
      isOlder(providerTimeOf(message), said_at) ||
      (!isOlder(said_at, providerTimeOf(message)) && message.inbound_ordinal <= ordinal),
  )
}

/** For reports that come out of order, which are few: the messages themselves say which of them are read. */
async function readAmong(
  rows: Rows,
  row: ConversationRow,
  isRead: (message: MessageRow) => boolean,
): Promise<Partial<ConversationRow>> {
  const where = "conversation_pos > $2 and direction = 'inbound'"
  const among = { where, values: [String(row.read_pos)], most: MAX_SEARCHED }
  const found = await rows.find(messages, 'conversation_id', row.id, among)
  const counted = found.filter(
    ({ direction, type, inbound_ordinal }) =>
      direction === 'inbound' && !commentsOnMessage(type) && inbound_ordinal > row.read_ordinal,
  )
  const spans = counted
    .filter(isRead)
    .map(({ inbound_ordinal: ordinal }): Span => [ordinal, ordinal])
  return markReadTo(row, row.read_ordinal, [...row.read_spans, ...spans])
}

/** The columns of what is read: everything up to an ordinal, and the spans after it. */
function markReadTo(
  row: ConversationRow,
  ordinal: number,
  spans: readonly Span[],
): Partial<ConversationRow> {
  let read_ordinal = Math.max(row.read_ordinal, ordinal)
  const read_spans: Span[] = []
  for (const [first, last] of joinSpans(spans)) {
    if (first <= read_ordinal + 1) read_ordinal = Math.max(read_ordinal, last)
    else read_spans.push([first, last])
  }
  const kept = read_spans.slice(-MAX_SPANS)
  const apart = kept.reduce((sum, [first, last]) => sum + last - first + 1, 0)
  const unread_count = row.inbound_count - read_ordinal - apart
  return { read_ordinal, read_spans: kept, unread_count, read_pos: row.read_pos }
}

/** The same ordinals in ascending spans that do not touch. */
function joinSpans(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = []
  for (const [first, last] of [...spans].sort(([one], [other]) => one - other)) {
    const before = all.at(-1)
    if (before === undefined || first > before[1] + 1) all.push([first, last])
    else all[all.length - 1] = [before[0], Math.max(before[1], last)]
  }
  return all
}

/** When a message was written: by the provider's clock, else by ours. */
function providerTimeOf({ provider_timestamp, created_at }: MessageRow): string {
  return provider_timestamp ?? created_at
}
