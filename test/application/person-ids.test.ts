import { personIds } from '@recado/application/person-ids'
import { test } from 'tap'

const SECRET = Buffer.alloc(32, 7)
const ids = personIds(SECRET)
const phone = { account_id: 'a1', kind: 'phone', match_key: '5511911110001' } as const

/** The result of every function, as stored under the secret of this test: it may never change. */
const VECTORS: readonly (readonly [id: string, expected: string])[] = [
  [ids.claimId(phone), 'b9aec5f0-bf57-8472-ae6c-719dcb82dc19'],
]

test('computed ids of persons never change', async (t) => {
  for (const [id, expected] of VECTORS) t.equal(id, expected)
  t.equal(new Set(VECTORS.map(([id]) => id)).size, VECTORS.length)
})

test('an id says nothing without the secret of its account', async (t) => {
  const another = personIds(Buffer.alloc(32, 8))
  t.not(another.claimId(phone), ids.claimId(phone), 'another installation')
  t.not(ids.claimId({ ...phone, account_id: 'a2' }), ids.claimId(phone), 'another account')
  t.equal(personIds(SECRET).claimId(phone), ids.claimId(phone), 'another process')
})
