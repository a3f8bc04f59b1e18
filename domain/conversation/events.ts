import type { FieldClasses } from '../field-classes.ts'

export type ConversationStatus = 'open' | 'closed' | 'pending'

/**
 * A conversation between a person and a connection was opened. Stream: uuid of connection and contact, so there is
 * one for each pair.
 */
export type ConversationOpened = {
  type: 'ConversationOpened'
  data: { conversation_id: string; connection_id: string; contact_id: string; opened_at: string }
}

/** An API call set the status. A later inbound message opens the conversation without a fact of its own. */
export type ConversationStatusChanged = {
  type: 'ConversationStatusChanged'
  data: { conversation_id: string; status: ConversationStatus; changed_at: string }
}

/** The conversation's tags were set; these are all of them. */
export type ConversationTagged = {
  type: 'ConversationTagged'
  data: { conversation_id: string; tags: string[]; tagged_at: string }
}

/** The conversation was assigned to a member of the team, or to nobody (null). */
export type ConversationAssigned = {
  type: 'ConversationAssigned'
  data: { conversation_id: string; assignee_name: string | null; assigned_at: string }
}

/** The team's internal note on the conversation was changed, or removed (null). */
export type InternalNoteChanged = {
  type: 'InternalNoteChanged'
  data: { conversation_id: string; internal_note: string | null; changed_at: string }
}

export type ConversationEvent =
  | ConversationOpened
  | ConversationStatusChanged
  | ConversationTagged
  | ConversationAssigned
  | InternalNoteChanged

export const CONVERSATION_FIELDS = {
  ConversationOpened: {},
  ConversationStatusChanged: {},
  ConversationTagged: { tags: 'personal' },
  ConversationAssigned: { assignee_name: 'personal' },
  InternalNoteChanged: { internal_note: 'personal' },
} satisfies FieldClasses<ConversationEvent>
