import { z } from 'zod'
import { textOfKind, upTo } from './bounds.ts'
import { ShownName, shownIdentities } from './contact.ts'
import {
  ConnectionId,
  ContactId,
  ConversationId,
  CreatedAt,
  Erased,
  MessageId,
  MessageLogId,
  Timestamp,
} from './ids.ts'
import { MessageStatus, MessageType, RevokedAt, ShownText } from './message.ts'

export const ConversationStatus = z
  .enum(['open', 'closed', 'pending'])
  .describe('Set by PATCH /conversations/{id}. A later message of the person opens it again.')

const LastInboundAt = Timestamp.nullable().describe(
  "When the person last wrote, by the provider's clock. Defines the 24-hour window.",
)

const item = {
  id: ConversationId,
  connection_id: ConnectionId,
  contact_id: ContactId,
  status: ConversationStatus,
  last_message_text: z
    .string()
    .nullable()
    .describe('`text` of the newest message; reactions, edits and withdrawals do not count.'),
  last_message_at: Timestamp.nullable().describe('When Recado recorded that message.'),
  unread_count: z
    .int()
    .nonnegative()
    .describe('Messages of the person since the business last read, answered or closed.'),
  contacts: z
    .object({ name: ShownName, phone: shownIdentities.phone })
    .describe('The one person it is with.'),
  erased: Erased,
}

export const Conversation = z
  .object(item)
  .meta({ id: 'Conversation', description: 'What one person and one number say to each other.' })
export type Conversation = z.infer<typeof Conversation>

export const ConversationDetail = z
  .object({
    ...item,
    tags: z
      .array(z.string())
      .max(30)
      .describe('Words of the team, in the order in which it set them.'),
    assignee_name: z
      .string()
      .nullable()
      .describe('Who of the team takes care of it; null while nobody does.'),
    internal_note: z
      .string()
      .max(4000)
      .nullable()
      .describe('A note for the team, which the person never sees.'),
    last_inbound_at: LastInboundAt,
    window: z
      .object({
        open: z
          .boolean()
          .describe('For display: sends are never refused because of it, the provider decides.'),
        expires_at: Timestamp.nullable().describe(
          '24 hours after last_inbound_at; null if the person never wrote.',
        ),
      })
      .describe('The 24 hours in which more than templates can be sent.'),
    identities: z.object(shownIdentities).describe('All by which the person is known here.'),
  })
  .meta({
    id: 'ConversationDetail',
    description:
      "A conversation with the team's fields, its 24-hour window and the person's identities.",
  })
export type ConversationDetail = z.infer<typeof ConversationDetail>

export const HistoryItem = z
  .object({
    id: MessageId,
    direction: z.enum(['in', 'out']).describe('in: from the person. out: from the business.'),
    body: ShownText,
    created_at: CreatedAt,
    log_id: MessageLogId,
    type: MessageType,
    status: MessageStatus,
    revoked_at: RevokedAt,
  })
  .meta({ id: 'HistoryItem', description: "One message of a conversation's history." })
export type HistoryItem = z.infer<typeof HistoryItem>

const Tag = upTo(100, z.string().trim()).min(1)

/** Body of PATCH /conversations/{id}: only sent fields change, null clears. */
export const ConversationChanges = z.object({
  status: ConversationStatus.optional().describe('closed also marks everything as read.'),
  tags: z
    .array(Tag)
    .max(30)
    .transform((tags) => [...new Set(tags)])
    .nullable()
    .optional()
    .describe('The whole list: it replaces the earlier tags. Duplicates are dropped.'),
  assignee_name: textOfKind('name', z.string().trim())
    .nullable()
    .optional()
    .describe('Who of the team takes care of it. An empty name clears it.'),
  internal_note: upTo(4000)
    .nullable()
    .optional()
    .describe('A note for the team, never sent. An empty note clears it.'),
})
export type ConversationChanges = z.infer<typeof ConversationChanges>

export const ResolvedConversation = z
  .object({
    id: ConversationId,
    connection_id: ConnectionId,
    status: ConversationStatus,
    last_inbound_at: LastInboundAt,
    contact: z
      .object({ id: ContactId, phone: shownIdentities.phone })
      .describe('The person of the identities.'),
  })
  .meta({
    id: 'ResolvedConversation',
    description: 'The conversation of a person on a connection, found by identities.',
  })
export type ResolvedConversation = z.infer<typeof ResolvedConversation>
