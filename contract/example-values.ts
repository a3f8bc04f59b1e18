import type { z } from 'zod'
import type { Connection } from './connection.ts'
import type { Erasure } from './erasure.ts'

// The values of the examples in the OpenAPI document: one account, one person, one conversation.

export const at = '2026-01-01T09:00:00.000Z'
export const later = '2026-01-01T09:00:02.000Z'
export const connection_id = '9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01'
export const contact_id = '4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01'
export const conversation_id = '82422df1-d8af-5046-9211-3749013a3a4c'
export const stage_id = '1b1f0d2e-0b1c-4c55-9a64-0f3c9d2b1a07'
export const media_id = '900000000000001'
export const party = { phone: '5531987654321', business_scoped_user_id: 'BR.1A2B3C' }

export const contact = {
  id: contact_id,
  name: 'Ana Reis',
  phone: '5531987654321',
  username: 'ana.reis',
  business_scoped_user_id: 'BR.1A2B3C',
  parent_business_scoped_user_id: null,
  stage_id,
  restricted: false,
  created_at: at,
}

const pair = { survivor_id: contact_id, merged_id: '4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d02' }
const userId = { kind: 'business_scoped_user_id', value: 'BR.1A2B3C' } as const

export const mergeChanges = {
  ...pair,
  identities: [userId],
  name: null,
  stage_id: null,
  marketing: [],
  restricted: false,
  conversations: 1,
  sales: 0,
}

export const unmergeChanges = {
  ...pair,
  identities: [userId],
  kept: [{ kind: 'username', value: 'ana.reis' } as const],
  conversations: 1,
  sales: 0,
}

/** The person, as lists name it. */
export const somebody = { id: contact_id, name: contact.name, phone: contact.phone }

export const conversation = {
  id: conversation_id,
  connection_id,
  contact_id,
  status: 'open',
  last_message_text: 'Oi, tudo bem?',
  last_message_at: at,
  unread_count: 1,
  contacts: { name: 'Ana Reis', phone: '5531987654321' },
} as const

export const message = {
  id: 48211,
  message_id: '136f3931-ee99-5090-bfbd-b901ae7f8197',
  conversation_id,
  connection_id,
  contact_id,
  direction: 'outbound',
  origin: 'api',
  type: 'text',
  text: 'Tudo, e você?',
  content: null,
  status: 'delivered',
  provider_message_id: 'wamid.EXAMPLE_OUT',
  reply_to_message_id: null,
  sender: null,
  recipient: party,
  biz_opaque_callback_data: 'order-991',
  error: null,
  created_at: at,
  provider_timestamp: null,
  sent_at: at,
  delivered_at: later,
  read_at: null,
  failed_at: null,
  revoked_at: null,
  pricing: { category: 'service', billable: false, type: 'free_customer_service' },
} as const

export const connection: z.input<typeof Connection> = {
  id: connection_id,
  type: 'official',
  status: 'connected',
  phone_number: '+55 11 3333-4444',
  phone_number_digits: '551133334444',
  capabilities: {
    provider: 'official_cloud_api',
    message_types: ['text', 'template', 'image'],
    actions: ['send', 'mark_read'],
  },
}

/** What the person has written, and how the provider and we call it. */
export const inbound = {
  log_id: 48210,
  message_id: '2b6f3931-ee99-5090-bfbd-b901ae7f8190',
  provider_message_id: 'wamid.EXAMPLE_IN',
} as const

export const outbound = {
  id: '9d78fad8-cb19-57f1-8830-8e48c6528de7',
  timestamp: at,
  account_id: '6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01',
  connection_id,
}

const tree = `api.example/log/${outbound.account_id}`
const root_hash = 'UNhY4JhezH9gQYqvDMWrWH9CwlcKiECVqejMrND2VFw='
const signature =
  'PuEXjioJlBKIwZxBkqyJRRiBoxGmI2b6TnDULHapdNqNXfn943O66wnSEQb88653R3i2aD8CG1/kHCzi7/NWzUhoLQE='

/** A checkpoint of the account's tree: its text is a valid one. */
export const checkpoint = {
  origin: tree,
  size: 311,
  root_hash,
  checkpoint: `${tree}\n311\n${root_hash}\n\n— ${tree} ${signature}\n`,
}
export const person = {
  id: contact_id,
  name: contact.name,
  phone: contact.phone,
  business_scoped_user_id: contact.business_scoped_user_id,
}
export const failure = {
  code: 131026,
  class: 'undeliverable',
  title: 'Message undeliverable',
  details: 'The recipient has not accepted the terms.',
}

export const webhook = {
  id: 'eaebceea-20a1-509e-adf5-50a4d74b5970',
  connection_id,
  url: 'https://crm.example/recado',
  events: [] as string[],
  secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX',
  active: true,
} as const

/** An erasure that was done at once. */
export const erasure: Erasure = {
  contact_id: contact.id,
  status: 'done',
  requested_at: '2026-01-01T12:00:00.000Z',
  erased_at: '2026-01-01T12:00:03.000Z',
  found: { contact: 1, conversation: 1, message: 12, event: 31, delivery: 9, raw_event: 20 },
  left_at_provider: null,
  recipients: [
    {
      webhook_id: webhook.id,
      host: 'crm.example',
      last_at: '2026-01-01T11:58:20.000Z',
    },
  ],
}

export const recovery = {
  id: '0c5f0d2e-0b1c-4c55-9a64-0f3c9d2b1e05',
  connection_id,
  since: at,
  status: 'running',
  found: 120,
  enqueued: 100,
} as const

/** A stage that somebody has just added. */
export const proposal = {
  id: '2c1f0d2e-0b1c-4c55-9a64-0f3c9d2b1a08',
  name: 'Proposal',
  position: 3,
  color: '#5b9bd9',
  auto_kind: null,
  created_at: later,
} as const

export const delivery = {
  id: '572f0fb3-403f-50bd-8c57-72063a379c61',
  connection_id,
  event: 'whatsapp.message.received',
  event_id: '9d78fad8-cb19-57f1-8830-8e48c6528de7',
  status: 'delivered',
  attempts: 1,
  last_status: 200,
  last_error: null,
  target_url: webhook.url,
  next_attempt_at: null,
  delivered_at: later,
  created_at: at,
} as const

/** A delivery of the same event that somebody has just asked for. */
export const requestedDelivery = {
  ...delivery,
  id: '683f0fb3-403f-50bd-8c57-72063a379c62',
  status: 'pending',
  attempts: 0,
  last_status: null,
  next_attempt_at: later,
  delivered_at: null,
  created_at: later,
} as const
