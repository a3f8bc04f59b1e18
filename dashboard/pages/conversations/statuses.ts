import type { ConversationStatus } from '@recado/domain/conversation/events'

const ORDER: Readonly<Record<ConversationStatus, number>> = { open: 1, pending: 2, closed: 3 }

/** The statuses of a conversation, in the order in which the page offers them. One without a place does not compile. */
export const CONVERSATION_STATUSES = (Object.keys(ORDER) as ConversationStatus[]).sort(
  (a, b) => ORDER[a] - ORDER[b],
)
