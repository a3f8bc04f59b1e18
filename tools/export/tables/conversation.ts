import type { CONVERSATION_FIELDS, ConversationEvent } from '@recado/domain/conversation/events'
import type { ColumnsOf } from '../columns.ts'

export const conversation: ColumnsOf<ConversationEvent, typeof CONVERSATION_FIELDS> = {
  conversation_id: 'text',
  connection_id: 'text',
  contact_id: 'text',
  status: 'text',
  tags: 'json',
  assignee_name: 'text',
  internal_note: 'text',
  opened_at: 'timestamp',
  changed_at: 'timestamp',
  tagged_at: 'timestamp',
  assigned_at: 'timestamp',
}
