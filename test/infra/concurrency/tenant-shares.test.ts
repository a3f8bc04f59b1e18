import { slotsWith } from '@recado/infra/concurrency/shared-slots'
import { type Tenant, tenantShares } from '@recado/infra/concurrency/tenant-shares'
import fc from 'fast-check'
import { test } from 'tap'

const CAPACITY = 64

/** Slots whose work ends when it is told to. */
function pool() {
  const slots = slotsWith({ limit: CAPACITY }, tenantShares(CAPACITY))
  const underWay: { tenant: Tenant; leave: () => void }[] = []
  const ask = (tenant: Tenant) =>
    void slots.take(tenant).then((leave) => underWay.push({ tenant, leave }))
  const of = (account: string) => underWay.filter(({ tenant }) => tenant.account_id === account)
  return { ask, of, underWay, end: (nth: number) => underWay.splice(nth, 1)[0]?.leave() }
}

const tenant = (account: number | string, connection: number | string = 0): Tenant => ({
  account_id: `a${account}`,
  id: `a${account}-c${connection}`,
})
const soon = () => new Promise<void>((done) => setImmediate(done))

test('an account that is alone leaves a quarter to other accounts, and of its part a quarter to its other numbers', async (t) => {
  const { ask, of } = pool()
  for (let n = 0; n < 320; n++) ask(tenant(1, n % 7))
  await soon()
  t.equal(of('a1').length, 36)
  for (let n = 7; n < 40; n++) ask(tenant(1, n))
  await soon()
  t.equal(of('a1').length, 48)
})

test('one of its connections leaves room for the others of the account', async (t) => {
  const { ask, of } = pool()
  for (let n = 0; n < 320; n++) ask(tenant(1, 'busy'))
  await soon()
  t.equal(of('a1').length, 36)
  for (let n = 0; n < 12; n++) ask(tenant(1, 'other'))
  await soon()
  t.equal(of('a1').filter(({ tenant: { id } }) => id.endsWith('other')).length, 9)
})

test('what ends goes first to whoever has least under way, however long the others wait', async (t) => {
  const { ask, of, end, underWay } = pool()
  for (let n = 0; n < 320; n++) ask(tenant('many', n))
  await soon()
  for (let n = 0; n < 64; n++) ask(tenant('few', n))
  await soon()
  const begun = of('afew').length
  t.ok(begun >= 12, `${begun} of the second account begin beside 48 that hang`)
  for (let n = 0; n < 12; n++) {
    end(underWay.findIndex(({ tenant: { account_id } }) => account_id === 'amany'))
    await soon()
  }
  t.equal(of('amany').length, 36, 'none of it goes back to those who have most')
  t.ok(of('afew').length >= begun + 9, `${of('afew').length} of the second account are under way`)
})

test('accounts take turns, however many lines of waiting work one of them has', async (t) => {
  const slots = slotsWith({ limit: 2 }, tenantShares(2))
  const served: string[] = []
  const ends: (() => void)[] = []
  const ask = (account: string, key: number) =>
    void slots.take(tenant(account, key)).then((leave) => {
      served.push(account)
      ends.push(leave)
    })
  for (let key = 0; key < 50; key++) for (const account of ['one', 'two']) ask(account, key)
  ask('honest', 0)
  for (let n = 0; n < 4; n++) {
    await soon()
    ends.shift()?.()
  }
  await soon()
  t.ok(served.slice(0, 5).includes('honest'), served.join())
})

test('an account that begins finds a place, whatever four others do', async () => {
  const step = fc.record({
    ends: fc.nat(3).map((n) => n === 0),
    account: fc.nat(3),
    connection: fc.nat(5),
    nth: fc.nat(1_000),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 300 }), async (steps) => {
      const { ask, of, end, underWay } = pool()
      for (const { ends, account, connection, nth } of steps) {
        if (!ends) ask(tenant(account, connection))
        else if (underWay.length > 0) end(nth % underWay.length)
        await null
      }
      await soon()
      mustBe(underWay.length <= CAPACITY, `${underWay.length} are under way`)
      ask(tenant('new'))
      await soon()
      mustBe(of('anew').length === 1, 'the new account finds no place')
    }),
    { numRuns: 50 },
  )
})

test('what could begin does not wait, and all that waits is served', async () => {
  const asked = fc.array(fc.record({ account: fc.nat(3), connection: fc.nat(2) }), {
    maxLength: 300,
  })
  await fc.assert(
    fc.asyncProperty(asked, fc.nat(1_000), async (all, nth) => {
      const { ask, end, underWay } = pool()
      for (const { account, connection } of all) ask(tenant(account, connection))
      let ended = 0
      await soon()
      while (underWay.length > 0) {
        end((nth * 7) % underWay.length)
        ended += 1
        await soon()
      }
      mustBe(ended === all.length, `${ended} of ${all.length} were served`)
    }),
    { numRuns: 30 },
  )
})

function mustBe(holds: boolean, rule: string): void {
  if (!holds) throw new Error(rule)
}
