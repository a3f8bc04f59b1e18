import { openFactTail } from '@recado/query-api/dashboard/live/fact-tail'
import { liveFrames } from '@recado/query-api/dashboard/live/live-frames'
import { missedFacts } from '@recado/query-api/dashboard/live/missed-facts'
import fc from 'fast-check'
import { type Test, test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { type LiveLog, liveLog } from '../../kit/live-log.ts'

const log = { warn: () => undefined } as never
const everyone = { living: async (all: readonly { session_id: string }[]) => idsOf(all) }
const idsOf = (all: readonly { session_id: string }[]) =>
  new Set(all.map(({ session_id }) => session_id))

function tailOf(t: Pick<Test, 'teardown'>, store: LiveLog) {
  const tail = openFactTail({ store, sessions: everyone, log })
  t.teardown(() => tail.close())
  return tail
}

const watching = (accountId: string, user = accountId) => ({
  accountId,
  session: { session_id: `session of ${user}`, user_id: user },
  isAllowed: () => true,
  wanted: ({ metadata }: { metadata: { account_id: string | null } }) =>
    metadata.account_id === accountId,
})

type Seen = {
  readonly facts: bigint[]
  readonly gaps: { from: bigint; to: bigint }[]
  last: bigint
}

/** Reads the stream of account `a` until it reaches the head of the log, or for `most` facts. */
async function read(
  tail: ReturnType<typeof openFactTail>,
  store: LiveLog,
  seen: Seen,
  most: number,
): Promise<void> {
  const one = watching('a')
  const place = await tail.open(one)
  const from = seen.last === -2n ? place.joinedAt : seen.last
  const missed = missedFacts({
    ...{ store, wanted: one.wanted, from, to: place.joinedAt },
  })
  const frames = liveFrames({ place, from, missed, isUnread: () => false })
  const newest = () => store.facts.findLast(({ metadata }) => metadata.account_id === 'a')?.position
  let count = 0
  for await (const frame of frames) {
    const id = BigInt(/^id: (-?\d+)$/m.exec(frame)?.[1] ?? '-2')
    if (frame.includes('event: fact')) {
      seen.facts.push(id)
      count += 1
    }
    if (frame.includes('event: gap')) {
      const { from, to } = JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? '')
      seen.gaps.push({ from: BigInt(from), to: BigInt(to) })
    }
    seen.last = id
    const end = store.facts.at(-1)?.position ?? id
    if (count >= most || (id >= (newest() ?? id) && id <= end)) break
  }
  place.end()
}

/** The log, noting whose facts are parsed. */
function notingUse(store: LiveLog, used: bigint[]): LiveLog {
  return {
    ...store,
    async *subscribe(options) {
      for await (const item of store.subscribe(options)) {
        if (item.kind !== 'event') yield item
        else
          yield {
            ...item,
            get event() {
              used.push(item.position)
              return item.event
            },
          }
      }
    },
  }
}

test('facts of accounts that nobody watches are not parsed', async (t) => {
  const [store, used] = [liveLog(), [] as bigint[]]
  const tail = tailOf(t, notingUse(store, used))
  const place = await tail.open(watching('a'))
  store.put('b')
  const own = store.put('a')
  store.put('b')
  const last = store.put('c').position
  await eventually(() => place.position() >= last)
  t.same([...new Set(used)], [own.position])
  place.end()
})

test('a client sees each fact once or in a gap, however often it is cut off', async () => {
  const steps = fc.array(
    fc.record({
      before: fc.integer({ min: 0, max: 40 }),
      foreign: fc.integer({ min: 0, max: 300 }),
      most: fc.integer({ min: 1, max: 30 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      const store = liveLog()
      const tail = openFactTail({ store, sessions: everyone, log })
      store.put('a')
      const seen: Seen = { facts: [], gaps: [], last: 10n }
      for (const { before, foreign, most } of plan) {
        for (let n = 0; n < before; n += 1) store.put('a')
        for (let n = 0; n < foreign; n += 1) store.put('b')
        const live = setImmediate(() => store.put('a'))
        await read(tail, store, seen, most)
        clearImmediate(live)
      }
      await read(tail, store, seen, Number.POSITIVE_INFINITY)
      tail.close()
      const own = store.facts.filter(({ metadata }) => metadata.account_id === 'a').slice(1)
      const expected = own
        .map(({ position }) => position)
        .filter((position) => !seen.gaps.some(({ from, to }) => position > from && position <= to))
      if (String(seen.facts) !== String(expected))
        throw new Error(`saw ${seen.facts}, not ${expected}`)
    }),
    { numRuns: 40 },
  )
})

test('a client that was away for more than 5,000 facts gets a gap for those left out', async (t) => {
  const store = liveLog()
  const tail = tailOf(t, store)
  const first = store.put('a')
  for (let n = 0; n < 6_000; n += 1) store.put(n % 2 === 0 ? 'a' : 'b')
  const seen: Seen = { facts: [], gaps: [], last: first.position }
  await read(tail, store, seen, Number.POSITIVE_INFINITY)
  t.equal(seen.facts.length, 2_500)
  t.same(seen.gaps, [{ from: seen.facts.at(-1), to: store.facts.at(-1)?.position }])
})

test('a client with a position beyond the log gets a gap, and the facts that follow', async (t) => {
  const store = liveLog()
  const tail = tailOf(t, store)
  const { position } = store.put('a')
  const seen: Seen = { facts: [], gaps: [], last: 90_000n }
  await read(tail, store, seen, 1)
  t.same(seen, { facts: [], gaps: [{ from: 90_000n, to: position }], last: position })
})

test('a client that does not read loses only its own backlog', async (t) => {
  const store = liveLog()
  const tail = tailOf(t, store)
  const slow = await tail.open(watching('a', 'slow'))
  const quick = await tail.open(watching('a', 'quick'))
  let taken = 0
  for (let n = 0; n < 1_500; n += 1) {
    store.put('a')
    if (n % 500 !== 499) continue
    await eventually(() => {
      while (quick.take()?.kind === 'fact') taken += 1
      return taken === n + 1
    })
  }
  t.same(slow.take(), { kind: 'gap', to: store.facts.at(-1)?.position })
  t.ok(slow.isIdle())
  const long = await tail.open(watching('b'))
  const text = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`f${n}`, 'x'.repeat(499)]))
  for (let n = 0; n < 300; n += 1) store.put('b', text)
  await eventually(() => long.position() === store.facts.at(-1)?.position)
  t.equal(long.take()?.kind, 'gap', 'long facts fill it sooner')
})

test('a client sees no facts of another account, and the log is followed once', async (t) => {
  const store = liveLog()
  const tail = tailOf(t, store)
  const [own, foreign] = [await tail.open(watching('a')), await tail.open(watching('b'))]
  store.put('a')
  await eventually(() => !own.isIdle())
  t.ok(foreign.isIdle())
  t.equal(store.followers(), 1)
})

test('a user may open five streams, an account fifty, and a process two hundred', async (t) => {
  const tail = tailOf(t, liveLog())
  const open = (n: number, account: string, user = 'u') =>
    Promise.all(
      Array.from({ length: n }, (_, i) =>
        tail.open(watching(account, user === 'u' ? `${i}` : user)),
      ),
    )
  const [first] = await open(5, 'a', 'one')
  await t.rejects(open(1, 'a', 'one'), /too many pages of this user or account/)
  first?.end()
  await open(1, 'a', 'one')
  await open(45, 'a')
  await t.rejects(tail.open(watching('a', 'another')), /too many pages of this user or account/)
  for (const account of ['b', 'c', 'd']) await open(50, account)
  await t.rejects(tail.open(watching('e')), /too many pages are open/)
})

test('an unreachable log is reported, and tried again with the next stream', async (t) => {
  const store = liveLog()
  let isAway = true
  const head = async () => {
    if (isAway) throw new Error('away')
    return store.head()
  }
  const tail = openFactTail({ store: { ...store, head }, sessions: everyone, log })
  t.teardown(() => tail.close())
  await t.rejects(tail.open(watching('a')), /away/)
  isAway = false
  const place = await tail.open(watching('a'))
  store.put('a')
  await eventually(() => !place.isIdle())
})

test('a stream ends with its session, its user and the process', async (t) => {
  const store = liveLog()
  let living = true
  let allowed = true
  const sessions = { living: async () => (living ? new Set(['session of a']) : new Set<string>()) }
  const tail = openFactTail({ store, sessions, log })
  const one = { ...watching('a'), isAllowed: () => allowed }
  const removed = await tail.open(one)
  allowed = false
  t.equal(await removed.more(0, 15_000), 'over')
  allowed = true
  const signedOut = await tail.open(one)
  living = false
  t.equal(await signedOut.more(0, 15_000), 'over')
  living = true
  const last = await tail.open(one)
  tail.close()
  t.equal(await last.more(0, 15_000), 'over')
  await eventually(() => store.followers() === 0)
})
