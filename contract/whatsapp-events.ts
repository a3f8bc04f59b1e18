import { z } from 'zod'
import { Connection } from './connection.ts'
import { ShownName, shownIdentities } from './contact.ts'
import { AccountId, ConnectionId, ContactId, ConversationId, Timestamp, Uuid } from './ids.ts'
import { Message, MessageError } from './message.ts'

const envelope = {
  id: Uuid.describe('The event; the same on every attempt, for de-duplication.'),
  timestamp: Timestamp.describe('When Recado recorded what happened.'),
  account_id: AccountId,
  connection_id: ConnectionId,
  test: z
    .literal(true)
    .optional()
    .describe(
      'Extension. Present only in the samples of POST /webhooks/test, which report nothing that happened.',
    ),
}

const Sequence = z
  .int()
  .min(1)
  .nullable()
  .describe(
    'Place of the event among those for this webhook in this conversation, from 1 without gaps. Null in a test.',
  )

const Person = z
  .object({
    id: ContactId,
    name: ShownName,
    phone: shownIdentities.phone,
    business_scoped_user_id: shownIdentities.business_scoped_user_id,
  })
  .describe('The person of the conversation.')

const EventName = 'What happened; it decides what `data` holds.'

const ofMessage = {
  conversation_id: ConversationId,
  contact: Person,
  message: Message.describe('The message as the log shows it at this event.'),
}

export const WhatsappMessageEvent = z
  .object({
    ...envelope,
    type: z
      .enum([
        'whatsapp.message.received',
        'whatsapp.message.sent',
        'whatsapp.message.delivered',
        'whatsapp.message.read',
      ])
      .describe(EventName),
    sequence: Sequence,
    data: z.object(ofMessage).describe('The message and whose it is.'),
  })
  .meta({
    id: 'WhatsappMessageEvent',
    description: 'A message arrived, or the status of one of ours advanced.',
  })

export const WhatsappMessageFailed = z
  .object({
    ...envelope,
    type: z.literal('whatsapp.message.failed').describe(EventName),
    sequence: Sequence,
    data: z
      .object({
        ...ofMessage,
        error: MessageError.nullable().describe('Why it failed; null where no reason is known.'),
      })
      .describe('The message, whose it is, and why it failed.'),
  })
  .meta({ id: 'WhatsappMessageFailed', description: 'A message of ours will not arrive.' })

export const WhatsappConnectionUpdated = z
  .object({
    ...envelope,
    type: z.literal('whatsapp.connection.updated').describe(EventName),
    sequence: z.null().describe('Always null: it belongs to no conversation.'),
    data: z
      .object({
        connection: Connection.describe('The connection as it is now.'),
        reason: z
          .string()
          .describe(
            'Why it changed, such as auth_failed; or what the provider reported, such as quality.',
          ),
        previous_status: z
          .string()
          .nullable()
          .describe('The status before; null when the status did not change.'),
        details: z
          .record(z.string(), z.unknown())
          .nullable()
          .describe("The provider's own details; null where there are none."),
      })
      .describe('The connection and what changed.'),
  })
  .meta({
    id: 'WhatsappConnectionUpdated',
    description: 'The status of the number changed, or the provider reported something about it.',
  })

export const WebhookFailing = z
  .object({
    ...envelope,
    connection_id: ConnectionId.describe('The connection whose webhook fails.'),
    type: z.literal('webhook.failing').describe(EventName),
    sequence: z.null().describe('Always null: it belongs to no conversation.'),
    data: z
      .object({
        webhook_id: Uuid.describe('The webhook whose endpoint fails, as in GET /webhooks.'),
        url: z.string().describe('Where its events are posted.'),
        active: z
          .boolean()
          .describe('False: the webhook was switched off, and its deliveries wait.'),
        reason: z
          .enum(['failing', 'gone'])
          .describe('`failing`: no attempt has succeeded since then. `gone`: it answered 410.'),
        failing_since: Timestamp.nullable().describe(
          'When the first of these attempts failed; null when none has failed before.',
        ),
      })
      .describe('The webhook, and what is wrong with it.'),
  })
  .meta({
    id: 'WebhookFailing',
    description:
      'The endpoint of another webhook of the account has failed for an hour, or that webhook was switched off for it. Only where `events` lists it; a webhook gets no notice of itself.',
  })

export const ContactErased = z
  .object({
    ...envelope,
    connection_id: z.null().describe('Always null: a person may write to several numbers.'),
    type: z.literal('contact.erased').describe(EventName),
    sequence: z.null().describe('Always null: it belongs to no conversation.'),
    data: z
      .object({
        contact_id: ContactId,
        erased_at: Timestamp.describe('Since when nobody can read what was held on the person.'),
      })
      .describe('Which contact; nothing else is known of it any more.'),
  })
  .meta({
    id: 'ContactErased',
    description:
      'A person was erased: erase it too wherever you have passed on what events told of it (GDPR art. 19; LGPD art. 18, § 6). Only where `events` lists it, by every webhook of the account that does. Contacts that had been merged have an event each.',
  })

export const LogSealed = z
  .object({
    ...envelope,
    connection_id: z.null().describe('Always null: the tree is that of the account.'),
    type: z.literal('log.sealed').describe(EventName),
    sequence: z.null().describe('Always null: it belongs to no conversation.'),
    data: z
      .object({
        origin: z.string().describe('What the checkpoint calls the tree; it never changes.'),
        size: z.int().nonnegative().describe('How many facts the tree has as leaves.'),
        root_hash: z.string().describe('The root of the tree, SHA-256 in base64.'),
        checkpoint: z
          .string()
          .describe('The checkpoint as it was signed (C2SP tlog-checkpoint): keep this text.'),
        signed_at: Timestamp.describe('When it was signed.'),
      })
      .describe('The checkpoint. Origin, size and root are those that its text says.'),
  })
  .meta({
    id: 'LogSealed',
    description:
      "A checkpoint of the account's tree of facts was signed. Keep it where nobody else can write: whoever changes a fact that it covers is found by it. Only where `events` lists it, by every webhook of the account that does. Its delivery is a fact too, so each round signs a checkpoint.",
  })

/** The body of every delivery of an event of ours. */
export const WhatsappEvent = z.discriminatedUnion('type', [
  WhatsappMessageEvent,
  WhatsappMessageFailed,
  WhatsappConnectionUpdated,
  WebhookFailing,
  ContactErased,
  LogSealed,
])
