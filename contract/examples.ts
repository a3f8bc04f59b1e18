import type { z } from 'zod'
import { BusinessProfile } from './business-profile.ts'
import { Connection, ConnectionHistory, ListedConnection } from './connection.ts'
import { ConnectionHealth } from './connection-health.ts'
import { Contact, ContactDetail } from './contact.ts'
import { ContactExport } from './contact-export.ts'
import { MergeChanges, UnmergeChanges } from './contact-merge.ts'
import {
  Conversation,
  ConversationDetail,
  HistoryItem,
  ResolvedConversation,
} from './conversation.ts'
import { Fact } from './dashboard/fact.ts'
import { Found } from './dashboard/find.ts'
import { MessageTrace } from './dashboard/trace.ts'
import { Erasure } from './erasure.ts'
import {
  at,
  connection,
  connection_id,
  contact,
  contact_id,
  conversation,
  conversation_id,
  delivery,
  erasure,
  later,
  media_id,
  mergeChanges,
  message,
  recovery,
  somebody,
  stage_id,
  unmergeChanges,
  webhook,
} from './example-values.ts'
import { Media } from './media.ts'
import { LoggedMessage, Message, MessageDetail } from './message.ts'
import { Pagination } from './page.ts'
import { Problem } from './problem.ts'
import { RawEvent } from './raw-event.ts'
import { Sale } from './sale.ts'
import { Stage } from './stage.ts'
import { Template } from './template.ts'
import { found, trace } from './trace-examples.ts'
import { Webhook } from './webhook.ts'
import { ListedDelivery, WebhookDelivery, WebhookDeliveryDetail } from './webhook-delivery.ts'
import { webhookExamples } from './webhook-examples.ts'
import { WebhookRecovery } from './webhook-recovery.ts'
import {
  ContactErased,
  LogSealed,
  WebhookFailing,
  WhatsappConnectionUpdated,
  WhatsappMessageEvent,
  WhatsappMessageFailed,
} from './whatsapp-events.ts'

const example = <Schema extends z.ZodType>(schema: Schema, value: z.input<Schema>) => ({
  schema,
  value,
})

const fact = {
  position: '1042',
  event_id: 'd51f0d2e-0b1c-4c55-9a64-0f3c9d2b1e05',
  stream: `contact-${contact_id}`,
  revision: 0,
  type: 'ContactCreated',
  at,
  actor: { type: 'provider', id: connection_id },
  correlation_id: 'd51f0d2e-0b1c-4c55-9a64-0f3c9d2b1e04',
  cause: 'd51f0d2e-0b1c-4c55-9a64-0f3c9d2b1e04',
  data: { contact_id, created_at: at },
  is_cut: false,
}

/** One example of each resource, by the name it has in the OpenAPI document. */
export const examples = {
  BusinessProfile: example(BusinessProfile, {
    connection_id,
    about: 'Fresh bread since 1987',
    address: 'Rua A, 10, São Paulo',
    description: 'A bakery.',
    email: 'contato@estrela.example',
    vertical: 'RETAIL',
    websites: ['https://estrela.example'],
    profile_picture_url: null,
  }),
  Connection: example(Connection, connection),
  ConnectionHistory: example(ConnectionHistory, {
    phase: 1,
    progress: 55,
    messages: 4200,
    completed_at: null,
    declined_at: null,
  }),
  ConnectionHealth: example(ConnectionHealth, {
    connection_id,
    display_phone_number: '+55 11 3333-4444',
    verified_name: 'Padaria Estrela',
    quality_rating: 'GREEN',
    platform_type: 'CLOUD_API',
    code_verification_status: 'VERIFIED',
    messaging_limit_tier: 'TIER_2K',
    throughput: { level: 'STANDARD' },
    health_status: {
      can_send_message: 'AVAILABLE',
      entities: [
        { entity_type: 'PHONE_NUMBER', id: '106540352242922', can_send_message: 'AVAILABLE' },
      ],
    },
  }),
  Contact: example(Contact, contact),
  ContactDetail: example(ContactDetail, {
    ...contact,
    marketing_opted_out: false,
    sessions: [
      {
        channel: 'whatsapp_ad',
        utm_source: 'facebook',
        utm_campaign: 'verao',
        ad_id: '238001',
        landing_url: 'https://shop.example/?utm_source=facebook&utm_campaign=verao',
      },
    ],
    sales: [
      {
        id: 'c41f0d2e-0b1c-5c55-9a64-0f3c9d2b1f01',
        status: 'paid',
        gross_cents: 12990,
        currency: 'BRL',
        product_name: 'Curso',
      },
    ],
  }),
  ContactExport: example(ContactExport, {
    data: {
      contact_id,
      merged_contact_ids: [],
      recipients: [
        {
          webhook_id: webhook.id,
          target_url: 'https://crm.example/hook',
          delivered: 2,
          first_at: at,
          last_at: later,
        },
      ],
      facts: [fact],
    },
  }),
  Fact: example(Fact, fact),
  MergeChanges: example(MergeChanges, mergeChanges),
  UnmergeChanges: example(UnmergeChanges, unmergeChanges),
  Conversation: example(Conversation, conversation),
  ConversationDetail: example(ConversationDetail, {
    ...conversation,
    tags: ['vip'],
    assignee_name: 'Bia',
    internal_note: 'Prefers the afternoon.',
    last_inbound_at: at,
    window: { open: true, expires_at: '2026-01-02T09:00:00.000Z' },
    identities: {
      phone: '5531987654321',
      username: 'ana.reis',
      business_scoped_user_id: 'BR.1A2B3C',
      parent_business_scoped_user_id: null,
    },
  }),
  Found: example(Found, found),
  HistoryItem: example(HistoryItem, {
    id: message.message_id,
    direction: 'out',
    body: message.text,
    created_at: at,
    log_id: message.id,
    type: 'text',
    status: 'delivered',
    revoked_at: null,
  }),
  Media: example(Media, {
    id: media_id,
    mime_type: 'image/png',
    file_size: '303833',
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    download_url: `https://recado.example/api/v1/media/${media_id}/download?connection_id=${connection_id}`,
    stored: false,
    download_requires_authorization: true,
  }),
  ListedConnection: example(ListedConnection, { ...connection, name: null, history: null }),
  ListedDelivery: example(ListedDelivery, { ...delivery, contact: somebody }),
  LoggedMessage: example(LoggedMessage, { ...message, contact: somebody }),
  Message: example(Message, message),
  MessageDetail: example(MessageDetail, {
    ...message,
    contact: somebody,
    payload: { messaging_product: 'whatsapp', to: '+5531987654321', type: 'text' },
  }),
  MessageTrace: example(MessageTrace, trace),
  Pagination: example(Pagination, { limit: 1, offset: 0, total: 120, next_offset: 1 }),
  Problem: example(Problem, {
    error: { code: 'validation', message: 'text must have at most 4096 characters' },
  }),
  ResolvedConversation: example(ResolvedConversation, {
    id: conversation_id,
    connection_id,
    status: 'open',
    last_inbound_at: at,
    contact: { id: contact_id, phone: contact.phone },
  }),
  Sale: example(Sale, {
    id: 'c41f0d2e-0b1c-5c55-9a64-0f3c9d2b1f01',
    source: 'shop',
    provider: 'hotmart',
    status: 'paid',
    gross_cents: 12990,
    fee_cents: 990,
    currency: 'BRL',
    product_name: 'Curso',
    product_id: 'curso-1',
    conversation_id,
    phone_problem: null,
    created_at: at,
  }),
  RawEvent: example(RawEvent, {
    id: 6010,
    source: 'official',
    event: 'messages',
    connection_id,
    payload: { object: 'whatsapp_business_account', entry: [] },
    created_at: at,
  }),
  Stage: example(Stage, {
    id: stage_id,
    name: 'In conversation',
    position: 1,
    color: '#5b9bd9',
    auto_kind: 'engaged',
    created_at: at,
  }),
  Template: example(Template, {
    id: 'd51f0d2e-0b1c-5c55-9a64-0f3c9d2b1f02',
    name: 'order_ready',
    meta_template_name: 'order_ready',
    category: 'UTILITY',
    language: 'pt_BR',
    status: 'approved',
    provider_status: 'APPROVED',
    variables: ['body.1', 'body.2'],
    updated_at: at,
  }),
  Webhook: example(Webhook, webhook),
  WebhookDelivery: example(WebhookDelivery, delivery),
  WebhookDeliveryDetail: example(WebhookDeliveryDetail, {
    ...delivery,
    contact: somebody,
    why: null,
    attempt_log: [
      {
        attempt: 1,
        at,
        http_status: 200,
        took_ms: 84,
        outcome: 'delivered',
        error: null,
        failure: null,
        sentence: null,
        next_at: null,
        answer_excerpt: null,
      },
    ],
    request: {
      headers: {
        'content-type': 'application/json',
        'webhook-id': delivery.event_id,
        'webhook-timestamp': '1767258000',
      },
      body: '{"id":"9d78fad8-cb19-57f1-8830-8e48c6528de7","type":"whatsapp.message.received"}',
    },
  }),
  ContactErased: example(ContactErased, webhookExamples['contact.erased']),
  LogSealed: example(LogSealed, webhookExamples['log.sealed']),
  Erasure: example(Erasure, erasure),
  WebhookRecovery: example(WebhookRecovery, recovery),
  WebhookFailing: example(WebhookFailing, webhookExamples['webhook.failing']),
  WhatsappConnectionUpdated: example(
    WhatsappConnectionUpdated,
    webhookExamples['whatsapp.connection.updated'],
  ),
  WhatsappMessageEvent: example(
    WhatsappMessageEvent,
    webhookExamples['whatsapp.message.delivered'],
  ),
  WhatsappMessageFailed: example(WhatsappMessageFailed, webhookExamples['whatsapp.message.failed']),
}
