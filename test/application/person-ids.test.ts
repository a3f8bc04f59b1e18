import { personIds } from '@recado/application/person-ids'
import { test } from 'tap'

const SECRET = Buffer.alloc(32, 7)
const ids = personIds(SECRET)
const phone = { account_id: 'a1', kind: 'phone', match_key: '5511911110001' } as const

/** The result of every function under the secret of this test, computed by Python's `hmac`: it may never change. */
const VECTORS: readonly (readonly [id: string, expected: string])[] = [
  [ids.claimId(phone), 'b9aec5f0-bf57-8472-ae6c-719dcb82dc19'],
  [
    ids.keyedMessageId({ account_id: 'a1', idempotency_key: 'key 1' }),
    '561df493-5519-88bf-813a-c6ae52e9497b',
  ],
  [
    ids.echoId({ account_id: 'a1', conversation_id: 't1', text: 'Oi' }),
    '2b85b679-aae0-8c53-ad79-6fb54334d768',
  ],
  [
    ids.saleId({ account_id: 'a1', source: 'shop', external_id: '42' }),
    '2388972b-512f-8c39-a484-babbf8a1363e',
  ],
  [ids.userEmailId('ana@loja.example'), 'df17cdf4-38e4-819b-86a4-949f46276511'],
  [
    ids.requestId({ account_id: 'a1', request_id: 'order 1' }),
    'ebd550ce-378f-8e60-8a88-56a1627635ae',
  ],
  [
    ids.requestId({ account_id: null, request_id: 'order 1' }),
    'a1c7ebc9-ad60-850e-a5bf-7fe1dfc3f944',
  ],
]

test('computed ids of persons never change', async (t) => {
  for (const [id, expected] of VECTORS) t.equal(id, expected)
  t.equal(new Set(VECTORS.map(([id]) => id)).size, VECTORS.length)
})

test('of the ids of requests only a uuid is stored as it is', async (t) => {
  const request_id = 'B9AEC5F0-BF57-4472-AE6C-719DCB82DC19'
  t.equal(ids.requestId({ account_id: 'a1', request_id }), request_id.toLowerCase())
})

test('an id says nothing without the secret of its account', async (t) => {
  const another = personIds(Buffer.alloc(32, 8))
  t.not(another.claimId(phone), ids.claimId(phone), 'another installation')
  t.not(ids.claimId({ ...phone, account_id: 'a2' }), ids.claimId(phone), 'another account')
  t.equal(personIds(SECRET).claimId(phone), ids.claimId(phone), 'another process')
})
