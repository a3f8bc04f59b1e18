import { status } from '@grpc/grpc-js'
import { runningTime } from '@recado/infra/concurrency/running-time'
import type { Dialled } from '@recado/infra/event-store/dial'
import { storeOver } from '@recado/infra/event-store/eventstoredb'
import type { Limits } from '@recado/infra/event-store/limits'
import fc from 'fast-check'
import { test } from 'tap'
import { type StallingLoop, stallingLoop } from '../../kit/stalling-loop.ts'
import { newStream, noted } from './log-under-test.ts'

/** What becomes of an append on a line (0 is the first), asked for at `at` ms. */
type Script = (call: {
  readonly line: number
  readonly at: number
}) => 'answers' | 'mute' | 'refuses' | 'spoils'

/** A store at a distance that is scripted: it answers, stays mute, refuses or spoils the client. Nothing here takes real time. */
function storeAway(
  loop: StallingLoop,
  awayMs: number,
  script: Script,
  limits: Partial<Limits> = {},
) {
  const dials: number[] = []
  const asked: number[] = []
  // What a process has to say leaves it in its next turn, which may be late.
  const away = (back: () => void) => void loop.after(0, () => loop.arrive(2 * awayMs, back))
  const dial = (): Dialled => {
    const line = dials.push(loop.now()) - 1
    let features: Promise<void> | undefined
    const appendToStream = () =>
      new Promise((resolve, reject) => {
        const at = loop.now()
        asked.push(at)
        const does = script({ line, at })
        if (does === 'refuses') return loop.arrive(1, () => reject(failed(status.UNAVAILABLE)))
        if (does === 'spoils') return loop.arrive(1, () => reject(failed(status.INTERNAL)))
        if (does === 'mute') return
        const answer = { nextExpectedRevision: 0n, position: { commit: 100n, prepare: 100n } }
        away(() => resolve(answer))
      })
    return {
      client: { appendToStream } as never,
      isSearching: () => false,
      check() {
        features ??= new Promise((resolve) => away(resolve))
        return features
      },
      close: async () => undefined,
    }
  }
  const { store } = storeOver(dial, limits, runningTime(loop))
  const append = () => store.append(newStream(), 'no_stream', [noted()])
  return { dials, asked, append, close: () => store.close() }
}

/** As the client fails before it has sent anything: it asks for the server's features first. */
function failed(code: status): Error {
  return Object.assign(new Error('no features'), { code })
}

/** Appends without end, so many at a time. @returns how the appends have ended so far */
function callers(append: () => Promise<unknown>, count: number) {
  const ended = { well: 0, badly: 0 }
  let stopping = false
  const caller = async () => {
    while (!stopping) {
      await append().then(
        () => ended.well++,
        () => ended.badly++,
      )
    }
  }
  for (let i = 0; i < count; i++) void caller()
  return {
    ended,
    stop() {
      stopping = true
    },
  }
}

test('a healthy store 300 ms away with 256 appends in flight keeps its connection while the loop stalls', async (t) => {
  const loop = stallingLoop()
  const away = storeAway(loop, 300, () => 'answers')
  const { ended, stop } = callers(away.append, 256)
  for (let at = 3_000; at < 20_000; at += 6_500) loop.stall(at, 5_000)
  await loop.run(20_000)
  stop()
  t.same(away.dials, [0], 'one connection')
  t.equal(ended.badly, 0)
  t.ok(ended.well > 256, `${ended.well} appends`)
  t.equal(away.asked.length, ended.well + 256, 'no append was repeated')
  await away.close()
})

test('a healthy store keeps its connection however the loop stalls', async (t) => {
  const stalls = fc.array(fc.record({ at: fc.nat(10_000), ms: fc.nat(8_000) }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(stalls, fc.integer({ min: 150, max: 300 }), async (stalled, awayMs) => {
      const loop = stallingLoop()
      const away = storeAway(loop, awayMs, () => 'answers')
      for (const { at, ms } of stalled) loop.stall(at, ms)
      const { ended, stop } = callers(away.append, 2)
      await loop.run(12_000)
      stop()
      await away.close()
      t.same(away.dials, [0])
      t.ok(away.asked.length <= ended.well + ended.badly + 2, 'no append was repeated')
    }),
    { numRuns: 8 },
  )
})

test('a store that answers nothing is dialled again at most every 10 s, whether the loop stalls or not', async (t) => {
  const loop = stallingLoop()
  const away = storeAway(loop, 50, ({ at }) => (at < 1_000 ? 'answers' : 'mute'))
  const { ended, stop } = callers(away.append, 4)
  for (let at = 40_000; at < 60_000; at += 3_000) loop.stall(at, 2_500)
  await loop.run(80_000)
  stop()
  const spans = away.dials.slice(2).map((at, i) => at - (away.dials[i + 1] ?? 0))
  t.ok(spans.length >= 3, `${away.dials}`)
  t.same(
    spans.filter((ms) => ms < 10_000),
    [],
  )
  t.ok((away.dials[1] ?? 0) < 5_000, 'the first time soon')
  t.ok(ended.badly > 4, 'callers are told')
  await away.close()
})

test('an append on a connection that falls silent is answered on the next one, within its own deadline', async (t) => {
  const loop = stallingLoop()
  const away = storeAway(loop, 100, ({ line, at }) =>
    line === 0 && at >= 1_000 ? 'mute' : 'answers',
  )
  const { ended, stop } = callers(away.append, 8)
  await loop.run(10_000)
  stop()
  t.equal(away.dials.length, 2, 'what fails on the old connection says nothing about the new one')
  t.equal(ended.badly, 0)
  await away.close()
})

test('a store that refuses is asked again at least every 2 s, on the same line', async (t) => {
  const loop = stallingLoop()
  const away = storeAway(loop, 50, ({ at }) => (at < 30_000 ? 'refuses' : 'answers'))
  const { ended, stop } = callers(away.append, 1)
  await loop.run(31_000)
  stop()
  t.same(away.dials, [0])
  const spans = away.asked.map((at, i) => at - (away.asked[i - 1] ?? 0))
  t.same(
    spans.filter((ms) => ms > 2_000),
    [],
  )
  t.ok(ended.well > 0, 'and answers again')
  await away.close()
})

test('a client that keeps an error for ever is replaced, and no sooner again than a silent one', async (t) => {
  const loop = stallingLoop()
  const away = storeAway(loop, 100, ({ line }) => (line < 2 ? 'spoils' : 'answers'))
  const { ended, stop } = callers(away.append, 4)
  await loop.run(12_000)
  stop()
  t.equal(away.dials.length, 3)
  t.ok((away.dials[2] ?? 0) - (away.dials[1] ?? 0) >= 10_000, `${away.dials}`)
  t.ok(ended.well > 0)
  await away.close()
})

test('callers with short deadlines say nothing about the connection', async (t) => {
  const loop = stallingLoop()
  const away = storeAway(loop, 300, () => 'answers', { appendDeadlineMs: 400 })
  const { ended, stop } = callers(away.append, 16)
  await loop.run(20_000)
  stop()
  t.equal(ended.well, 0, 'nobody waits long enough')
  t.same(away.dials, [0])
  await away.close()
})

test('an answer to an earlier attempt is as good as one to the last', async (t) => {
  const loop = stallingLoop()
  const away = storeAway(loop, 1_200, () => 'answers')
  const { ended, stop } = callers(away.append, 8)
  await loop.run(20_000)
  stop()
  t.same(ended, { well: 8 * Math.floor((20_000 - 2_400) / 2_400), badly: 0 })
  t.same(away.dials, [0])
  await away.close()
})

test('no attempt begins with less than 250 ms left, and repeats are spread', async (t) => {
  const loop = stallingLoop()
  const away = storeAway(loop, 1, () => 'mute', { silenceMs: 1e9 })
  const begun = 1_000
  loop.after(begun, () => {
    for (let i = 0; i < 256; i++) away.append().catch(() => undefined)
  })
  await loop.run(begun + 10_000)
  t.same(
    away.asked.filter((at) => at - begun > 5_000 - 250),
    [],
  )
  const repeated = new Set(away.asked.filter((at) => at > begun).map((at) => Math.round(at)))
  t.ok(repeated.size > 8, `repeated at ${repeated.size} times`)
  await away.close()
})
