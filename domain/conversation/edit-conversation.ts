import { type Decide, refuse } from '../decision.ts'
import type { Conversation } from './conversation.ts'
import type {
  ConversationAssigned,
  ConversationStatus,
  ConversationStatusChanged,
  ConversationTagged,
  InternalNoteChanged,
} from './events.ts'

/** Fields that are undefined stay as they are. */
export type EditConversation = {
  conversation_id: string
  status?: ConversationStatus | undefined
  /** The status that readers see: an inbound message opens a conversation without a fact of its own. */
  shown_status: ConversationStatus
  /** The whole list; an empty one removes all tags. */
  tags?: readonly string[] | undefined
  /** null: nobody is assigned. */
  assignee_name?: string | null | undefined
  /** null removes the note. */
  internal_note?: string | null | undefined
  at: string
}

export const editConversation: Decide<
  EditConversation,
  Conversation,
  ConversationStatusChanged | ConversationTagged | ConversationAssigned | InternalNoteChanged,
  'conversation_not_found'
> = (edit, state) => {
  if (state === null) return refuse('conversation_not_found')
  return [
    ...changeStatus(edit, state.status),
    ...changeTags(edit, state.tags),
    ...changeAssignee(edit, state.assignee_name),
    ...changeNote(edit, state.internal_note),
  ]
}

// The status last set may differ from the one shown: setting either of the two is then a change.
function changeStatus(
  { conversation_id, status, shown_status, at }: EditConversation,
  before: ConversationStatus,
): ConversationStatusChanged[] {
  if (status === undefined || (status === before && status === shown_status)) return []
  return [{ type: 'ConversationStatusChanged', data: { conversation_id, status, changed_at: at } }]
}

function changeTags(
  { conversation_id, tags, at }: EditConversation,
  before: readonly string[],
): ConversationTagged[] {
  if (tags === undefined || isSame(tags, before)) return []
  return [{ type: 'ConversationTagged', data: { conversation_id, tags: [...tags], tagged_at: at } }]
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((tag, place) => tag === other[place])
}

function changeAssignee(
  { conversation_id, assignee_name, at }: EditConversation,
  before: string | null,
): ConversationAssigned[] {
  if (assignee_name === undefined || assignee_name === before) return []
  const data = { conversation_id, assignee_name, assigned_at: at }
  return [{ type: 'ConversationAssigned', data }]
}

function changeNote(
  { conversation_id, internal_note, at }: EditConversation,
  before: string | null,
): InternalNoteChanged[] {
  if (internal_note === undefined || internal_note === before) return []
  const data = { conversation_id, internal_note, changed_at: at }
  return [{ type: 'InternalNoteChanged', data }]
}
