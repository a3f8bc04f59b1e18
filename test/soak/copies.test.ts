import { test } from 'tap'
import { startCopies } from '../kit/copies.ts'
import { eventually } from '../kit/eventually.ts'
import { copiesAgree, killLeader, LIMIT, sharedAccount, writtenAfter } from '../slices/copies.ts'

const copies = await startCopies(5, { RATE_LIMIT_BASIC: `${LIMIT}` })

test('five copies of each process share the work', async (t) => {
  t.teardown(() => copies.stop())
  const shared = await sharedAccount(t, copies)
  await copiesAgree(t, shared)

  await t.test('when leaders are killed, other processes take over', async (t) => {
    t.equal(await killLeader(shared, 'intake', 20), 25)
    t.equal(await killLeader(shared, 'read_models', 25), 30)
  })

  await t.test(
    'when a leader freezes another process takes over, and the old leader writes nothing after it wakes',
    async (t) => {
      const frozen = await eventually(async () => (await copies.leaders('read_models'))[0])
      const { child } = frozen
      child.kill('SIGSTOP')
      t.equal(await writtenAfter(shared, 30), 35)
      child.kill('SIGCONT')
      await eventually(async () => !(await copies.leaders('read_models')).includes(frozen))
      t.equal(await writtenAfter(shared, 35), 40)
    },
  )

  await t.test('every event was posted in spite of the killed processes', async (t) => {
    const told = () =>
      shared.customer.arrivals.filter(({ body }) => body.type === 'whatsapp.message.received')
    const ids = () => new Set(told().map(({ body }) => body.id))
    await eventually(() => ids().size === 40, 180_000)
    await eventually(async () => (await shared.total('/webhooks/deliveries?status=pending')) === 0)
    t.equal(ids().size, 40)
    t.comment(`told again under the same id: ${told().length - ids().size}`)
  })
})
