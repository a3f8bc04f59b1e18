import { conversation } from '@recado/domain/conversation/conversation'
import type { ConversationEvent, ConversationOpened } from '@recado/domain/conversation/events'
import { openConversation } from '@recado/domain/conversation/open-conversation'
import { test } from 'tap'
import { connectionId } from '../../examples/connection.ts'
import { contactId } from '../../examples/contact.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(conversation, openConversation)
const conversation_id = '7b1f0d2e-0b1c-4c55-9a64-0f3c9d2b1e01'
const ids = { conversation_id, connection_id: connectionId, contact_id: contactId }
const at = '2026-01-01T10:00:00.000Z'
const opened: ConversationOpened = { type: 'ConversationOpened', data: { ...ids, opened_at: at } }

test('a connection and a contact have one conversation', async () => {
  given()
    .when({ ...ids, at })
    .appends(opened)
  given(opened)
    .when({ ...ids, at })
    .appends()
})

test('values set by hand are kept', async (t) => {
  const changed_at = at
  const facts: ConversationEvent[] = [
    opened,
    { type: 'ConversationStatusChanged', data: { conversation_id, status: 'closed', changed_at } },
    { type: 'ConversationTagged', data: { conversation_id, tags: ['vip'], tagged_at: at } },
    {
      type: 'ConversationAssigned',
      data: { conversation_id, assignee_name: 'Bia', assigned_at: at },
    },
    { type: 'InternalNoteChanged', data: { conversation_id, internal_note: 'liga', changed_at } },
  ]
  t.same(facts.reduce(conversation.evolve, conversation.initialState), {
    ...ids,
    status: 'closed',
    tags: ['vip'],
    assignee_name: 'Bia',
    internal_note: 'liga',
  })
})
