import { HttpProblem } from '@recado/infra/http/http-problem'
import { type Place, requestPlaces } from '@recado/infra/http/request-places'
import fc from 'fast-check'
import { test } from 'tap'

const PLACES = 48
/** What an account may have under way beside others. */
const BESIDE = 4

/** The places of a process, and what has entered. */
function door(isAlone: (account: string) => boolean = () => false, waitMs = 60_000) {
  const places = requestPlaces(PLACES, { isAlone }, waitMs)
  const underWay: { account: string; place: Place }[] = []
  const refused: HttpProblem[] = []
  const clients = new Set<() => void>()
  const ask = (account: string, key = 'key', bytes = 0): Promise<void> => {
    const onceGone = (call: () => void) => {
      clients.add(call)
      return () => void clients.delete(call)
    }
    return places.enter({ account_id: account, id: `${account} ${key}` }, { bytes, onceGone }).then(
      (place) => void underWay.push({ account, place }),
      (error) => void refused.push(error),
    )
  }
  const of = (account: string) => underWay.filter((one) => one.account === account)
  const end = (nth: number): void => {
    for (const { place } of underWay.splice(nth, 1)) place.leave()
  }
  /** Sends everybody away who still waits. */
  const close = () => {
    for (const gone of [...clients]) gone()
  }
  return { ask, of, end, close, underWay, refused, clients }
}

const soon = () => new Promise<void>((done) => setImmediate(done))
const many = (count: number, ask: (n: number) => unknown) => {
  for (let n = 0; n < count; n++) ask(n)
}

test('an account that is alone has three quarters of the places, and few once another is active', async (t) => {
  let alone = true
  const { ask, of, end, close, underWay } = door(() => alone)
  t.teardown(close)
  many(100, (n) => ask('a', `key ${n}`))
  await soon()
  t.equal(of('a').length, 36)
  alone = false
  while (underWay.length > BESIDE - 1) end(0)
  await soon()
  t.equal(of('a').length, BESIDE, 'what waits begins only within the share')
  await ask('b')
  t.equal(of('b').length, 1)
})

test('one key does not take all that its account may have', async (t) => {
  const { ask, of, close } = door(() => true)
  t.teardown(close)
  many(100, () => ask('a', 'batch'))
  await soon()
  t.equal(of('a').length, 27)
  await ask('a', 'of the dashboard')
  t.equal(of('a').length, 28)
})

test('whatever others do, and however many, the only request of an account begins at once', async () => {
  const step = fc.record({
    ends: fc.boolean(),
    waits: fc.boolean(),
    account: fc.nat(9).map(String),
    nth: fc.nat(1_000),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 300 }), async (steps) => {
      const { ask, of, end, close, underWay, refused } = door()
      const waits: (() => void)[] = []
      for (const { ends, waits: stands, account, nth } of steps) {
        const one = underWay[nth % underWay.length]
        if (!ends) void ask(account)
        else if (stands && one !== undefined)
          void one.place.aside(() => new Promise<void>((over) => waits.push(over)))
        else if (underWay.length > 0) end(nth % underWay.length)
        await null
      }
      // All who waited for others go on at once.
      for (const over of waits) over()
      await soon()
      await Promise.race([ask('new'), soon()])
      mustBe(of('new').length === 1, 'the new account waits')
      mustBe(refused.length === 0, 'somebody is refused')
      close()
    }),
    { numRuns: 50 },
  )
})

test('beside others nobody begins more than his share, and all that waits is served once', async () => {
  const asked = fc.array(
    fc.record({ account: fc.nat(3).map(String), key: fc.nat(2).map(String) }),
    {
      maxLength: 200,
    },
  )
  await fc.assert(
    fc.asyncProperty(asked, fc.nat(1_000), async (all, nth) => {
      const { ask, of, end, underWay } = door()
      for (const { account, key } of all) void ask(account, key)
      let ended = 0
      for (await soon(); underWay.length > 0; await soon()) {
        for (const { account } of all)
          mustBe(of(account).length <= BESIDE, `${of(account).length} of an account`)
        end((nth * 7) % underWay.length)
        ended += 1
      }
      mustBe(ended === all.length, `${ended} of ${all.length} were served`)
    }),
    { numRuns: 30 },
  )
})

test('a request that waits for others leaves its place to the next, and is counted again afterwards', async (t) => {
  const { ask, of, close, underWay } = door()
  t.teardown(close)
  many(2 * BESIDE, () => ask('a'))
  await soon()
  t.equal(of('a').length, BESIDE)
  let over = (): void => undefined
  const waits = underWay[0]?.place.aside(
    () =>
      new Promise<string>((resolve) => {
        over = () => resolve('answered')
      }),
  )
  await soon()
  t.equal(of('a').length, BESIDE + 1)
  over()
  t.equal(await waits, 'answered')
  underWay[1]?.place.leave()
  await soon()
  t.equal(of('a').length, BESIDE + 1, 'the place that came free was its own')
  underWay[0]?.place.leave()
  await soon()
  t.equal(of('a').length, BESIDE + 2)
})

test('what waits too long is 503 with Retry-After, and never begins', async (t) => {
  const { ask, of, end, refused } = door(() => false, 20)
  many(BESIDE, () => ask('a'))
  await ask('a')
  t.equal(refused.length, 1)
  t.match(refused[0], { status: 503, code: 'unavailable', headers: { 'retry-after': '1' } })
  end(0)
  await soon()
  t.equal(of('a').length, BESIDE - 1)
})

test('who has gone waits no more, and takes no place', async (t) => {
  const { ask, of, end, refused, clients, underWay } = door()
  many(BESIDE + 2, () => ask('a'))
  await soon()
  const [gone] = clients
  gone?.()
  await soon()
  t.equal(refused.length, 1)
  t.equal(clients.size, 1, 'nothing is left of it')
  while (underWay.length > 0) {
    end(0)
    await soon()
  }
  t.equal(clients.size, 0)
  t.equal(of('a').length, 0)
})

test('of one account a bounded number waits, with a bounded size, and others are not refused for it', async (t) => {
  const { ask, of, close, refused } = door()
  t.teardown(close)
  many(BESIDE, () => ask('small'))
  many(BESIDE, () => ask('large'))
  await soon()
  many(1_500, () => ask('small'))
  await soon()
  t.equal(refused.length, 500)
  many(100, () => ask('large', 'key', 1_048_576))
  await soon()
  t.equal(refused.length, 500 + 100 - 17)
  await ask('b')
  t.equal(of('b').length, 1)
  t.ok(refused.every((problem) => problem instanceof HttpProblem && problem.status === 503))
})

function mustBe(holds: boolean, rule: string): void {
  if (!holds) throw new Error(rule)
}
