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

/** How many works an account begins, each on another of its connections, until it may begin none. */
function mostOf(shares: ReturnType<typeof tenantShares>, account: number): number {
  let begun = 0
  while (begun < CAPACITY && shares.mayBegin(tenant(account, `more-${begun}`)))
    shares.began(tenant(account, `more-${begun++}`), 1)
  return begun
}

test('what has ended counts no more, for its account and for the others', async () => {
  const step = fc.tuple(fc.nat(3), fc.nat(3))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.nat(3), (steps, account) => {
      const [used, fresh] = [tenantShares(CAPACITY), tenantShares(CAPACITY)]
      for (const shares of [used, fresh]) shares.began(tenant(0, 'first'), 1)
      const begun = steps.map(([of, connection]) => tenant(of, connection))
      for (const one of begun) used.began(one, 1)
      for (const one of begun) used.ended(one, 1)
      mustBe(mostOf(used, account) === mostOf(fresh, account), 'as many begin as at first')
    }),
    { numRuns: 50 },
  )
})

test('an account leaves room for those that are only to be expected', async (t) => {
  t.equal(mostOf(tenantShares(CAPACITY), 1), 48)
  t.equal(mostOf(tenantShares(CAPACITY, { lent: 0, sharersBeside: () => 4 }), 1), 12)
  t.equal(mostOf(tenantShares(CAPACITY, { lent: 20, sharersBeside: () => 4 }), 1), 20)
  const sharersBeside = (id: string) => (id === tenant(1).account_id ? 4 : 1)
  t.equal(mostOf(tenantShares(CAPACITY, { lent: 0, sharersBeside }), 2), 48)
})

test('where one may always begin, an account begins its first work beside any number of others', async (t) => {
  const shares = tenantShares(1, { oneAlways: true })
  for (let account = 0; account < 5; account++) {
    t.ok(shares.mayBegin(tenant(account)))
    shares.began(tenant(account), 1)
    t.notOk(shares.mayBegin(tenant(account, 'another')))
  }
  shares.ended(tenant(3), 1)
  t.ok(shares.mayBegin(tenant(3)))
  const strict = tenantShares(1)
  strict.began(tenant(0), 1)
  t.notOk(strict.mayBegin(tenant(1)))
})

test('of one account, the connection with less under way is served first', async (t) => {
  const shares = tenantShares(CAPACITY)
  const [busy, other] = [tenant(1, 'busy'), tenant(1, 'other')]
  for (const one of [busy, busy, other]) shares.began(one, 1)
  t.equal(shares.isBefore?.(other, busy), true)
  t.equal(shares.isBefore?.(busy, other), false)
  shares.ended(busy, 1)
  t.equal(shares.isBefore?.(other, busy), false)
  t.equal(shares.isBefore?.(tenant(2), busy), true)
  t.not(shares.keyOf(busy), shares.keyOf(other))
})

function mustBe(holds: boolean, rule: string): void {
  if (!holds) throw new Error(rule)
}
