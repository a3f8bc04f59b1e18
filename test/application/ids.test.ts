import * as ids from '@recado/application/ids'
import { test } from 'tap'

/** The result of every function that computes an id: stored streams have these names, so it may never change. */
const VECTORS: readonly (readonly [id: string, expected: string])[] = [
  [
    ids.connectionNumberId({ provider: 'graph_api', number: '1099' }),
    'b01f4d0c-6e2e-5146-bea0-1caecea6a01b',
  ],
  [ids.contactId('contactIdentity-c1', 0n), 'e3cfc0eb-506f-51cb-9df5-d4504db07ebd'],
  [
    ids.conversationId({ connection_id: 'n1', contact_id: 'p1' }),
    '29b63f6b-6916-531b-afa9-f56296fb2403',
  ],
  [
    ids.membershipId({ connection_id: 'n1', contact_id: 'p1' }),
    '987b8125-f94b-5157-9fed-82be1df8d236',
  ],
  [
    ids.messageId({ connection_id: 'n1', provider_message_id: 'wamid.1' }),
    'db1d8e33-de34-5fbc-bcd5-cafadfc170c5',
  ],
  [
    ids.providerMessageId({ connection_id: 'n1', provider_message_id: 'wamid.1' }),
    '70d84cf3-f86f-5d7f-a3b8-6a1d04a42c5c',
  ],
  [
    ids.mediaId({ connection_id: 'n1', provider_media_id: '900' }),
    '881f4fee-2df4-567d-845d-341a462cc5ba',
  ],
  [
    ids.templateId({ account_id: 'a1', waba_id: 'w1', name: 'order_ready', language: 'pt_BR' }),
    'ae354d4f-5c26-584b-8ad0-1f364302f153',
  ],
  [
    ids.templateId({ account_id: 'a1', waba_id: '', name: 'order_ready', language: 'pt_BR' }),
    'b9562985-34b0-5a41-b32e-83010bf28ce0',
  ],
  [ids.rawEventId('sha', 0, 'm'), '65d0a563-13a2-539a-af7f-f204c4e0ce3a'],
  [ids.rawEventId('waha', 'evt_1'), 'bcc3848f-a027-5459-b6d1-d5c012fbf8b5'],
  [ids.payloadPartId('r1', 1), 'ce760067-713e-50f4-bd6b-afdd256e16b6'],
  [ids.postPartId('sha', 1), '72d7e1ac-e8e6-58cf-9f87-a6c042f0ed2c'],
  [ids.firstStageId('a1', 'new'), '11a61ca0-e138-53f3-863b-2f6a1a52b8e2'],
  [
    ids.recordedFactId({ raw_event_id: 'r1', intent: 2, scope: 'claim c1', n: 0 }),
    'acd4b0b2-eb43-5f85-8066-ca0fdc01e410',
  ],
  [
    ids.attemptFactId({ delivery_id: 'd1', type: 'DeliveryAttempted', attempt: 3 }),
    '7dd76d04-56e3-5568-8298-70f4c2cfcb81',
  ],
  [ids.webhookId('n1'), '380d4f91-7a2b-58df-a989-46ad7b2466cf'],
  [ids.deliveryId({ event_id: 'e1', webhook_id: 'h1' }), '840c4806-a8bf-5e18-836b-edc6806637ac'],
  [ids.deliveryRequestId('d1'), '63587648-1405-5534-9358-bca7ad90786d'],
  [
    ids.keyedRedeliveryId({ original_id: 'd1', idempotency_key: 'key 1' }),
    '341cbd79-0d6c-52c8-b356-3c86d8f9c24c',
  ],
  [
    ids.keyedTestId({ connection_id: 'n1', event: 'messages', idempotency_key: 'key 1' }),
    'dde3048c-2c90-565c-9ee4-535d20bcc1be',
  ],
  [
    ids.keyedRecoveryId({ connection_id: 'n1', since: '2026', idempotency_key: 'key 1' }),
    '68516e99-0e7c-5c02-bf44-63fcb2c3433a',
  ],
  [
    ids.recoveredDeliveryId({ event_id: 'e1', webhook_id: 'h1', recovery_id: 'r1' }),
    'c8533890-99f6-5f31-ab43-1c01b7dfe3cf',
  ],
  [
    ids.callId({ connection_id: 'n1', provider_call_id: 'wacid.1' }),
    '5a02e445-1b71-5ab5-832d-bc4b5176ee90',
  ],
]

test('computed ids never change', async (t) => {
  for (const [id, expected] of VECTORS) t.equal(id, expected)
  t.equal(new Set(VECTORS.map(([id]) => id)).size, VECTORS.length)
})

test('ids of different kinds differ even if their parts are equal', async (t) => {
  const alike = [
    ids.connectionNumberId({ provider: '1', number: '2' }),
    ids.contactId('1', 2n),
    ids.conversationId({ connection_id: '1', contact_id: '2' }),
    ids.messageId({ connection_id: '1', provider_message_id: '2' }),
    ids.providerMessageId({ connection_id: '1', provider_message_id: '2' }),
    ids.mediaId({ connection_id: '1', provider_media_id: '2' }),
    ids.rawEventId('1', '2'),
    ids.deliveryId({ event_id: '1', webhook_id: '2' }),
    ids.callId({ connection_id: '1', provider_call_id: '2' }),
  ]
  t.equal(new Set(alike).size, alike.length)
})

test('a stream name is the category and the id', async (t) => {
  const stream = ids.streamOf({ category: 'contact' }, 'a-b')
  t.equal(stream, 'contact-a-b')
  t.equal(ids.idOf(stream), 'a-b')
})
