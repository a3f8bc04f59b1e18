import { z } from 'zod'
import { textOfKind, upTo } from './bounds.ts'
import { LogId, Timestamp, Uuid } from './ids.ts'

export const ConversationStatus = z.enum(['open', 'closed', 'pending'])

const item = {
  id: Uuid,
  connection_id: Uuid,
  contact_id: Uuid,
  status: ConversationStatus,
  last_message_text: z.string().nullable(),
  last_message_at: Timestamp.nullable(),
  unread_count: z.int().nonnegative(),
  contacts: z.object({ name: z.string().nullable(), phone: z.string().nullable() }),
}

/** A conversation as an item of the list, newest activity first. */
export const Conversation = z.object(item).meta({ id: 'Conversation' })
export type Conversation = z.infer<typeof Conversation>

/** A conversation with its team fields, its 24-hour window and the person's identities. */
export const ConversationDetail = z
  .object({
    ...item,
    tags: z.array(z.string()).max(30),
    assignee_name: z.string().nullable(),
    internal_note: z.string().max(4000).nullable(),
    last_inbound_at: Timestamp.nullable().describe('Defines the 24-hour window.'),
    window: z.object({
      open: z
        .boolean()
        .describe('For display: sends are never refused because of it, the provider decides.'),
      expires_at: Timestamp.nullable(),
    }),
    identities: z.object({
      phone: z.string().nullable(),
      username: z.string().nullable(),
      business_scoped_user_id: z.string().nullable(),
      parent_business_scoped_user_id: z.string().nullable(),
    }),
  })
  .meta({ id: 'ConversationDetail' })
export type ConversationDetail = z.infer<typeof ConversationDetail>

/** One message of a conversation's history, oldest first. */
export const HistoryItem = z
  .object({
    id: Uuid,
    direction: z.enum(['in', 'out']),
    body: z.string(),
    created_at: Timestamp,
    log_id: LogId,
    type: z.string(),
    status: z.string(),
    revoked_at: Timestamp.nullable().describe(
      'Extension. When the person withdrew the message; its content stays.',
    ),
  })
  .meta({ id: 'HistoryItem' })
export type HistoryItem = z.infer<typeof HistoryItem>

const Tag = upTo(100, z.string().trim()).min(1)

/** Body of PATCH /conversations/{id}: only sent fields change, null clears. */
export const ConversationChanges = z.object({
  status: ConversationStatus.optional(),
  tags: z
    .array(Tag)
    .max(30)
    .transform((tags) => [...new Set(tags)])
    .nullable()
    .optional()
    .describe('The whole list. Duplicates are dropped.'),
  assignee_name: textOfKind('name', z.string().trim())
    .nullable()
    .optional()
    .describe('An empty name clears it.'),
  internal_note: upTo(4000).nullable().optional().describe('An empty note clears it.'),
})
export type ConversationChanges = z.infer<typeof ConversationChanges>

/** The conversation of a contact on a connection. */
export const ResolvedConversation = z
  .object({
    id: Uuid,
    connection_id: Uuid,
    status: ConversationStatus,
    last_inbound_at: Timestamp.nullable(),
    contact: z.object({ id: Uuid, phone: z.string().nullable() }),
  })
  .meta({ id: 'ResolvedConversation' })
export type ResolvedConversation = z.infer<typeof ResolvedConversation>
