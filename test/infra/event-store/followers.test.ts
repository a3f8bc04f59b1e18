import { setImmediate as turn } from 'node:timers/promises'
import { deliveredAs } from '@recado/infra/event-store/delivered-fact'
import type {
  Delivered,
  EventStore,
  Filter,
  FromPosition,
  RecordedEvent,
} from '@recado/infra/event-store/event-store'
import { type FollowedLog, followers } from '@recado/infra/event-store/follow-log'
import fc from 'fast-check'
import { type Test, test } from 'tap'
import { eventually } from '../../kit/eventually.ts'

const CATEGORIES = ['message', 'contact', 'contactIdentity', 'sale'] as const
/** Of items that did not come over the wire, so that few of them make a follower slow. */
const ITEM_BYTES = 256

function deferred() {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/**
 * A log in memory whose subscriptions behave as those of a server, and break when the test says so.
 * @param delays how many turns of the event loop one item after the other takes to arrive, over and over
 */
function scriptedLog(windowSize = 4, delays: readonly number[] = [0]) {
  const facts: RecordedEvent[] = []
  const open = new Set<{ filter: Filter; broken: boolean }>()
  let wakeAll = deferred()
  let [received, arrived] = [0, 0]
  const wake = () => {
    wakeAll.resolve()
    wakeAll = deferred()
  }
  const isWanted = ({ streamPrefixes }: Filter, { stream }: RecordedEvent) =>
    streamPrefixes.length === 0 || streamPrefixes.some((prefix) => stream.startsWith(prefix))

  const arrive = async () => {
    for (let i = delays[arrived++ % delays.length] ?? 0; i > 0; i--) await turn()
  }

  async function* subscribe(
    after: FromPosition,
    filter: Filter,
    signal: AbortSignal,
  ): AsyncGenerator<Delivered, void, void> {
    const own = { filter, broken: false }
    open.add(own)
    signal.addEventListener('abort', wake)
    let next = facts.findIndex(({ position }) => after === 'start' || position > BigInt(after))
    if (next < 0) next = facts.length
    let isLive = false
    try {
      for (let considered = 1; !signal.aborted; considered++) {
        if (own.broken) throw new Error('the connection broke')
        const fact = facts[next]
        if (fact === undefined) {
          if (!isLive) {
            await arrive()
            yield { kind: 'caught_up' }
          }
          isLive = true
          if (facts[next] === undefined && !own.broken && !signal.aborted) await wakeAll.promise
          continue
        }
        next += 1
        await arrive()
        if (isWanted(filter, fact)) {
          received += 1
          yield deliveredAs(fact)
        }
        if (considered % windowSize === 0) yield { kind: 'checkpoint', position: fact.position }
      }
    } finally {
      open.delete(own)
    }
  }
  const log: FollowedLog = {
    subscribe,
    head: async () => facts.at(-1)?.position ?? null,
    assertOpen: () => undefined,
    resumeCapMs: 1,
    maxWaitingBytes: 6 * ITEM_BYTES,
  }
  return {
    log,
    facts,
    open: () => [...open],
    received: () => received,
    isWanted,
    append(category: string, count = 1) {
      for (let i = 0; i < count; i++) {
        const position = BigInt((facts.length + 1) * 10)
        const stream = `${category}-${facts.length}`
        const event = { id: stream, type: 'Noted', data: {}, stream, revision: 0n, position }
        facts.push({ ...event, created: '', metadata: {} } as unknown as RecordedEvent)
      }
      wake()
    },
    breakAll() {
      for (const one of open) one.broken = true
      wake()
    },
  }
}

type Scripted = ReturnType<typeof scriptedLog>

/** A follower whose pace the test sets, and what it has seen. */
function follower(
  { facts, isWanted }: Scripted,
  subscribe: EventStore['subscribe'],
  of: { from: FromPosition; filter: Filter },
) {
  const stopping = new AbortController()
  const start = of.from === 'end' ? (facts.at(-1)?.position ?? 0n) : of.from
  const seen: bigint[] = []
  const faults: string[] = []
  const checkpoints: bigint[] = []
  let gate: ReturnType<typeof deferred> | null = null
  let reconnects = 0
  let caughtUp = 0
  const expected = (upTo = 2n ** 63n) =>
    facts
      .filter((fact) => isWanted(of.filter, fact) && fact.position <= upTo)
      .map(({ position }) => position)
      .filter((position) => start === 'start' || position > BigInt(start))
  const onReconnect = () => {
    reconnects += 1
  }
  const ended = (async () => {
    for await (const item of subscribe({ ...of, signal: stopping.signal, onReconnect })) {
      if (item.kind === 'event') seen.push(item.position)
      if (item.kind === 'caught_up') caughtUp += 1
      if (item.kind === 'checkpoint') checkpoints.push(item.position)
      if (item.kind === 'checkpoint' && expected(item.position).length > seen.length)
        faults.push(`a checkpoint at ${item.position} overtook a fact`)
      const paused = gate as ReturnType<typeof deferred> | null
      await paused?.promise
    }
  })()
  return {
    seen,
    faults,
    checkpoints,
    expected,
    reconnects: () => reconnects,
    caughtUp: () => caughtUp,
    isPaused: () => gate !== null,
    pause() {
      gate ??= deferred()
    },
    resume() {
      gate?.resolve()
      gate = null
    },
    async stop() {
      stopping.abort()
      this.resume()
      await ended
    },
  }
}

type Follower = ReturnType<typeof follower>

function open(t: Test, windowSize?: number) {
  const scripted = scriptedLog(windowSize)
  const subscribe = followers(scripted.log)
  const all: Follower[] = []
  t.teardown(() => Promise.all(all.map((one) => one.stop())))
  return {
    ...scripted,
    follow(from: FromPosition, ...streamPrefixes: string[]) {
      const one = follower(scripted, subscribe, { from, filter: { streamPrefixes } })
      all.push(one)
      return one
    },
  }
}

const isUpToDate = (one: Follower) => one.seen.length >= one.expected().length

test('followers that have caught up share one subscription, which selects what any of them does', async (t) => {
  const { append, follow, open: subscriptions, received } = open(t)
  append('message', 3)
  append('sale', 3)
  const all = [follow('start', 'message-'), follow('start', 'message-', 'contact-')]
  all.push(follow('end', 'contactIdentity-'))
  await eventually(() => all.every((one) => one.caughtUp() > 0) && all.every(isUpToDate))
  append('contactIdentity')
  append('message')
  await eventually(() => all.every(isUpToDate) && subscriptions().length === 1)
  const before = received()

  append('message', 5)
  append('contact', 5)
  append('contactIdentity', 5)
  append('sale', 5)

  await eventually(() => all.every(isUpToDate))
  t.equal(received() - before, 15, 'each fact that anybody follows, once')
  t.same(
    subscriptions().map(({ filter }) => filter.streamPrefixes),
    [['contact-', 'contactIdentity-', 'message-']],
  )
})

test('the shared subscription selects less when a follower leaves, and ends with the last one', async (t) => {
  const { append, follow, open: subscriptions } = open(t)
  const one = follow('start', 'message-')
  const everything = follow('start')
  append('message')
  await eventually(() => isUpToDate(one) && isUpToDate(everything) && subscriptions().length === 1)
  t.same(subscriptions()[0]?.filter.streamPrefixes, [])

  await everything.stop()
  await eventually(() => subscriptions()[0]?.filter.streamPrefixes[0] === 'message-')
  append('message')
  await eventually(() => isUpToDate(one))
  t.same(one.seen, one.expected())

  await one.stop()
  await eventually(() => subscriptions().length === 0)
})

test('a slow follower leaves the shared subscription, and returns when it has caught up', async (t) => {
  const { append, follow, open: subscriptions } = open(t)
  const [quick, slow] = [follow('start', 'message-'), follow('start', 'message-', 'sale-')]
  append('message')
  await eventually(() => isUpToDate(quick) && isUpToDate(slow) && subscriptions().length === 1)

  slow.pause()
  append('message', 40)
  await eventually(() => isUpToDate(quick))
  t.ok(slow.seen.length <= 2, 'the quick one does not wait for the slow one')
  await eventually(() => subscriptions()[0]?.filter.streamPrefixes.length === 1)
  slow.resume()

  await eventually(() => isUpToDate(slow))
  append('sale')
  await eventually(() => isUpToDate(slow) && subscriptions().length === 1)
  t.same(slow.seen, slow.expected())
  t.equal(slow.reconnects(), 1)
})

test('every follower of a subscription that breaks is told, and resumes', async (t) => {
  const { append, follow, open: subscriptions, breakAll } = open(t)
  const all = [follow('start', 'message-'), follow('start', 'message-', 'sale-')]
  append('message')
  await eventually(() => all.every(isUpToDate) && subscriptions().length === 1)

  breakAll()
  append('message', 3)

  await eventually(() => all.every(isUpToDate))
  for (const one of all) {
    t.equal(one.reconnects(), 1)
    t.same(one.seen, one.expected())
  }
})

test('a follower whose streams are quiet learns how far the shared subscription has read', async (t) => {
  const { append, facts, follow, open: subscriptions } = open(t, Number.POSITIVE_INFINITY)
  const [busy, quiet] = [follow('start', 'message-'), follow('start', 'sale-')]
  append('message')
  append('sale')
  await eventually(() => isUpToDate(busy) && isUpToDate(quiet) && subscriptions().length === 1)

  for (let i = 0; i < 300; i++) {
    append('message', 5)
    await turn()
  }

  await eventually(() => isUpToDate(busy))
  await eventually(() => quiet.checkpoints.length > 0)
  t.same(quiet.checkpoints, [facts[1_025]?.position])
})

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('append' as const),
      category: fc.constantFrom(...CATEGORIES),
      count: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('join' as const),
      isPaused: fc.boolean(),
      from: fc.constantFrom('start' as const, 'end' as const, 'middle' as const),
      prefixes: fc.subarray(CATEGORIES.map((one) => `${one}-`)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('pause' as const, 'resume' as const, 'stop' as const),
      who: fc.nat(5),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('break' as const) }) },
)

test('whatever happens, each follower gets what its filter selects after its position, in order, once', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, fc.nat(4)), { minLength: 5, maxLength: 40 }),
      fc.integer({ min: 1, max: 6 }),
      fc.array(fc.nat(5), { minLength: 1, maxLength: 7 }),
      async (steps, windowSize, delays) => {
        const scripted = scriptedLog(windowSize, delays)
        const subscribe = followers(scripted.log)
        let all: Follower[] = []
        for (const [taken, turns] of steps) {
          if (taken.do === 'append') scripted.append(taken.category, taken.count)
          else if (taken.do === 'break') scripted.breakAll()
          else if (taken.do === 'join') {
            const middle =
              scripted.facts[Math.floor(scripted.facts.length / 2)]?.position ?? 'start'
            const from = taken.from === 'middle' ? middle : taken.from
            const filter = { streamPrefixes: taken.prefixes }
            const one = follower(scripted, subscribe, { from, filter })
            if (taken.isPaused) one.pause()
            all.push(one)
            // The end is that of the time at which the log answers.
            await turn()
          } else {
            const one = all[taken.who]
            if (one === undefined) continue
            if (taken.do === 'stop') {
              await one.stop()
              all = all.filter((other) => other !== one)
            } else one[taken.do]()
          }
          for (let i = 0; i < turns; i++) await turn()
        }
        try {
          await eventually(() => all.every((one) => one.isPaused() || isUpToDate(one)), 3_000)
          for (const one of all) one.resume()
          await eventually(() => all.every(isUpToDate), 3_000)
          for (let i = 0; i < 5; i++) await turn()
          return all.every(
            (one) => String(one.seen) === String(one.expected()) && one.faults.length === 0,
          )
        } finally {
          await Promise.all(all.map((one) => one.stop()))
        }
      },
    ),
    { numRuns: 200 },
  )
  t.pass('200 histories')
})
