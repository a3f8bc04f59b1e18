import { conversation } from '@recado/domain/conversation/conversation'
import { editConversation } from '@recado/domain/conversation/edit-conversation'
import type { ConversationEvent } from '@recado/domain/conversation/events'
import { test } from 'tap'
import { conversationId, conversationOpened } from '../../examples/conversation-facts.ts'
import { deciding } from '../../kit/deciding.ts'

const at = '2026-01-05T09:00:00.000Z'
const conversation_id = conversationId
const given = deciding(conversation, editConversation)
const edit = { conversation_id, shown_status: 'open', at } as const

const closed = {
  type: 'ConversationStatusChanged',
  data: { conversation_id, status: 'closed', changed_at: at },
} as const satisfies ConversationEvent
const tagged = {
  type: 'ConversationTagged',
  data: { conversation_id, tags: ['vip', 'late'], tagged_at: at },
} satisfies ConversationEvent
const assigned = {
  type: 'ConversationAssigned',
  data: { conversation_id, assignee_name: 'Bia', assigned_at: at },
} satisfies ConversationEvent
const noted = {
  type: 'InternalNoteChanged',
  data: { conversation_id, internal_note: 'Calls back', changed_at: at },
} satisfies ConversationEvent

test('only sent fields change', async () => {
  given(conversationOpened)
    .when({ ...edit, status: 'closed' })
    .appends(closed)
  given(conversationOpened)
    .when({ ...edit, tags: ['vip', 'late'] })
    .appends(tagged)
  given(conversationOpened)
    .when({ ...edit, assignee_name: 'Bia' })
    .appends(assigned)
  given(conversationOpened)
    .when({ ...edit, internal_note: 'Calls back' })
    .appends(noted)
})
test('each sent field gives one fact', async () => {
  given(conversationOpened)
    .when({
      ...edit,
      status: 'closed',
      tags: ['vip', 'late'],
      assignee_name: 'Bia',
      internal_note: 'Calls back',
    })
    .appends(closed, tagged, assigned, noted)
})
test('a field that has the value already gives no fact', async () => {
  given(conversationOpened, closed, tagged, assigned, noted)
    .when({
      ...edit,
      shown_status: 'closed',
      status: 'closed',
      tags: ['vip', 'late'],
      assignee_name: 'Bia',
      internal_note: 'Calls back',
    })
    .appends()
  given(conversationOpened).when(edit).appends()
})
test('null and an empty list clear', async () => {
  given(conversationOpened, tagged, assigned, noted)
    .when({ ...edit, tags: [], assignee_name: null, internal_note: null })
    .appends(
      { type: 'ConversationTagged', data: { conversation_id, tags: [], tagged_at: at } },
      { ...assigned, data: { ...assigned.data, assignee_name: null } },
      { ...noted, data: { ...noted.data, internal_note: null } },
    )
})
test('a closed conversation that a message reopened can be closed again', async () => {
  given(conversationOpened, closed)
    .when({ ...edit, shown_status: 'open', status: 'closed' })
    .appends(closed)
})
test('a closing that the read models do not show yet can be reverted', async () => {
  given(conversationOpened, closed)
    .when({ ...edit, shown_status: 'open', status: 'open' })
    .appends({ ...closed, data: { ...closed.data, status: 'open' } })
})
test('a conversation nobody opened cannot be edited', async () => {
  given()
    .when({ ...edit, status: 'closed' })
    .refuses('conversation_not_found')
})
