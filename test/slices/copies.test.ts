import { test } from 'tap'
import { startCopies } from '../kit/copies.ts'
import { copiesAgree, killLeader, LIMIT, sharedAccount } from './copies.ts'

const copies = await startCopies(2, { RATE_LIMIT_BASIC: `${LIMIT}` })

test('two copies of each process share the work', async (t) => {
  t.teardown(() => copies.stop())
  const shared = await sharedAccount(t, copies)
  await copiesAgree(t, shared)
  await t.test('when the leader is killed, the other process takes over', async (t) => {
    t.equal(await killLeader(shared, 'intake', 20), 25)
  })
})
