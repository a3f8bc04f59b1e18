import { sharesBeside } from '@recado/infra/concurrency/shares-beside'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { type LogReads, openLogReads, PIECE } from '@recado/query-api/log/log-reads'
import { weightOf } from '@recado/query-api/log/weight'
import fc from 'fast-check'
import { test } from 'tap'

const TURNS = 4
const SHARERS = 3
const busy = { isAlone: () => false }

/** A log in memory of facts of the given sizes; positions grow by ten. It tells each read, and each fact looked at. */
function logOf(sizes: readonly number[], isStream = false) {
  const facts = sizes.map((size, n) => ({
    ...{ id: `fact ${n}`, revision: BigInt(n), position: BigInt(n * 10) },
    ...{ stream: isStream ? 'one-1' : `one-${n}`, data: { text: 'x'.repeat(size) } },
  })) as unknown as RecordedEvent[]
  const seen = { reads: 0, facts: 0, weight: 0, most: 0, heaviest: 0 }
  async function* told(found: readonly RecordedEvent[]) {
    seen.reads += 1
    let [count, weight] = [0, 0]
    for (const fact of found) {
      count += 1
      weight += weightOf(fact.data)
      seen.facts += 1
      seen.most = Math.max(seen.most, count)
      if (count > 1) seen.heaviest = Math.max(seen.heaviest, weight - weightOf(fact.data))
      yield fact
    }
  }
  const log: LogReads = {
    head: async () => facts.at(-1)?.position ?? null,
    readLast: async () => facts.at(-1) ?? null,
    readStream: (_, from = 0n, limit) => told(facts.slice(Number(from)).slice(0, limit)),
    readAll({ from, direction, limit }) {
      if (direction === 'backwards') {
        const before = facts.filter(({ position }) => from === 'end' || position < Number(from))
        return told(before.toReversed().slice(0, limit))
      }
      const after = facts.filter(({ position }) => from === 'start' || position >= Number(from))
      return told(after.slice(0, limit))
    },
  }
  return { log, facts, seen }
}

function readerOf(account: string, key = 'key') {
  const tenant = { account_id: account, id: `${account} ${key}` }
  const client = { leave: (): void => undefined }
  const onceGone = (call: () => void) => {
    const { leave } = client
    client.leave = () => {
      leave()
      call()
    }
    return () => undefined
  }
  const aside = <T>(wait: () => Promise<T>) => wait()
  return { reader: { tenant, onceGone, aside }, client }
}

const idsOf = async (facts: AsyncIterable<RecordedEvent>) => {
  const ids: string[] = []
  for await (const { id } of facts) ids.push(id)
  return ids.join()
}

test('a log read in pieces is what the log has, and no piece is large', async () => {
  const size = fc.oneof({ arbitrary: fc.nat(200), weight: 29 }, fc.nat(PIECE.weight))
  const sizes = fc.array(size, { maxLength: 700, size: 'max' })
  const range = fc.record({
    at: fc.option(fc.nat(700), { nil: undefined }),
    limit: fc.option(fc.integer({ min: 1, max: 800 }), { nil: undefined }),
    direction: fc.constantFrom('forwards' as const, 'backwards' as const, undefined),
  })
  await fc.assert(
    fc.asyncProperty(sizes, range, async (all, { at, limit, direction }) => {
      const { log, facts, seen } = logOf(all, true)
      const read = openLogReads(
        log,
        TURNS,
        sharesBeside(TURNS, SHARERS, busy),
      )(readerOf('a').reader)
      const position = at === undefined ? undefined : facts[at]?.position
      const from = position ?? (direction === 'backwards' ? ('end' as const) : ('start' as const))
      const range = { from, ...(direction && { direction }), ...(limit && { limit }) }
      const whole = await idsOf(logOf(all, true).log.readAll(range))
      mustBe((await idsOf(read.readAll(range))) === whole, 'the log reads otherwise')
      const revision = BigInt(at ?? 0)
      const stream = await idsOf(logOf(all, true).log.readStream('one-1', revision, limit))
      mustBe((await idsOf(read.readStream('one-1', revision, limit))) === stream, 'a stream does')
      mustBe(seen.most <= PIECE.most + 1, `${seen.most} facts in a piece`)
      // Forwards, each piece begins with the last fact of the one before.
      mustBe(seen.heaviest < 2 * PIECE.weight + 300, `${seen.heaviest} bytes in a piece`)
    }),
    { numRuns: 20 },
  )
})

test('whoever looks at one fact reads few', async (t) => {
  const { log, seen } = logOf(Array.from({ length: 5_000 }, () => 10))
  const read = openLogReads(log, TURNS, sharesBeside(TURNS, SHARERS, busy))(readerOf('a').reader)
  for await (const _ of read.readAll({ from: 'end', direction: 'backwards' })) break
  t.equal(seen.facts, PIECE.first)
})

test('between two pieces of one account the read of another is served, however many the first has', async (t) => {
  const { log, seen } = logOf(Array.from({ length: 20_000 }, () => 10))
  const logFor = openLogReads(slow(log), TURNS, sharesBeside(TURNS, SHARERS, busy))
  const greedy = readerOf('greedy')
  const all = Array.from({ length: 50 }, (_, n) => {
    const { reader } = readerOf('greedy', `session ${n}`)
    return idsOf(logFor({ ...reader, onceGone: greedy.reader.onceGone }).readAll({ from: 'start' }))
  }).map((read) => read.catch((error: unknown) => error))
  for (let n = 0; n < 5; n++) {
    for (let turns = 0; turns < 200; turns++) await new Promise(setImmediate)
    const before = seen.facts
    await idsOf(logFor(readerOf('honest').reader).readAll({ from: 'start', limit: 1 }))
    // What is under way, one piece of one account, goes on meanwhile.
    t.ok(seen.facts - before <= 2 * PIECE.most + 1, `${seen.facts - before} facts`)
  }
  greedy.client.leave()
  for (const outcome of await Promise.all(all)) t.match(outcome, { status: 503 })
})

test('nothing more is read for a client that has gone', async (t) => {
  const { log, seen } = logOf(Array.from({ length: 20_000 }, () => 10))
  const { reader, client } = readerOf('a')
  const read = openLogReads(log, TURNS, sharesBeside(TURNS, SHARERS, busy))(reader)
  let facts = 0
  const reading = async () => {
    for await (const _ of read.readAll({ from: 'start' })) if (++facts === 100) client.leave()
  }
  t.match(await reading().catch((error: unknown) => error), { status: 503 })
  t.ok(seen.facts < 1_000, `${seen.facts} facts`)
})

test('who waits for his turn at the log takes up nothing else meanwhile', async (t) => {
  const { log } = logOf([10])
  let waits = 0
  const { reader } = readerOf('a')
  const aside = async <T>(wait: () => Promise<T>) => {
    waits += 1
    return wait().finally(() => {
      waits -= 1
    })
  }
  const reading = { ...log, head: async () => BigInt(waits) }
  const read = openLogReads(reading, TURNS, sharesBeside(TURNS, SHARERS, busy))
  t.equal(await read({ ...reader, aside }).head(), 0n)
})

test('the weight of a value is about the length of its JSON', async () => {
  await fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const length = JSON.stringify(value).length
      mustBe(weightOf(value) >= length / 6, `${weightOf(value)} for ${length}`)
    }),
  )
})

/** Each fact takes a turn of the loop, as from a server. */
function slow(log: LogReads): LogReads {
  async function* slowly(facts: AsyncIterable<RecordedEvent>) {
    for await (const fact of facts) {
      await new Promise(setImmediate)
      yield fact
    }
  }
  return {
    ...log,
    readAll: (range) => slowly(log.readAll(range)),
    readStream: (...of) => slowly(log.readStream(...of)),
  }
}

function mustBe(holds: boolean, rule: string): void {
  if (!holds) throw new Error(rule)
}
