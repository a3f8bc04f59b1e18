import type { Aggregate } from '../decision.ts'
import type { ConversationEvent, ConversationStatus } from './events.ts'

/** The state of a conversation, as set by hand; null until it is opened. */
export type Conversation = {
  readonly conversation_id: string
  readonly connection_id: string
  readonly contact_id: string
  /** As last set. An inbound message since then means open; only the read models know that. */
  readonly status: ConversationStatus
  readonly tags: readonly string[]
  readonly assignee_name: string | null
  readonly internal_note: string | null
} | null

/** The conversation of a contact on a connection. Stream: uuid of both. */
export const conversation: Aggregate<Conversation, ConversationEvent> = {
  category: 'conversation',
  initialState: null,
  evolve(state, event) {
    if (event.type === 'ConversationOpened') {
      const { conversation_id, connection_id, contact_id } = event.data
      const untouched = { tags: [], assignee_name: null, internal_note: null }
      return { conversation_id, connection_id, contact_id, status: 'open', ...untouched }
    }
    return state === null ? null : { ...state, ...changes(event) }
  },
}

function changes(
  event: Exclude<ConversationEvent, { type: 'ConversationOpened' }>,
): Partial<NonNullable<Conversation>> {
  switch (event.type) {
    case 'ConversationStatusChanged':
      return { status: event.data.status }
    case 'ConversationTagged':
      return { tags: event.data.tags }
    case 'ConversationAssigned':
      return { assignee_name: event.data.assignee_name }
    case 'InternalNoteChanged':
      return { internal_note: event.data.internal_note }
  }
}
