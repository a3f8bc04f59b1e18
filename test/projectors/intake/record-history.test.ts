import { randomUUID } from 'node:crypto'
import type { RawEvent } from '@recado/application/intake/raw-event'
import type { EventStore } from '@recado/infra/event-store/event-store'
import fc from 'fast-check'
import { test } from 'tap'
import { storeInMemory } from '../../application/contacts/scheduled-store.ts'
import { ana, graphPost, rawEvent, rawOf, textMessage } from '../../translation/graph-post.ts'
import { factsOf, freshRecorder } from './recorder-kit.ts'

const store = storeInMemory()

type Json = Record<string, unknown>

const past = (n: number, from = ana.wa_id): Json => ({
  ...{ from, id: `wamid.${n}`, timestamp: String(1_760_000_000 + n), type: 'text' },
  ...{ text: { body: `Antes ${n}` } },
})
const chunk = (account: string, messages: readonly Json[], id = ana.wa_id): RawEvent =>
  ofHistory(account, { history: [{ threads: [{ id, messages }] }] })
const media = (account: string, n: number): RawEvent =>
  ofHistory(account, { messages: [{ ...past(n), type: 'image', image: { id: `media.${n}` } }] })
const ofHistory = (account: string, value: Json) =>
  rawEvent(rawOf(graphPost(value, 'history'), 'history'), account)
const live = (account: string, n: number, wa_id = ana.wa_id): RawEvent => {
  const message = textMessage(`wamid.${n}`, 'Oi', { from: wa_id, from_user_id: undefined })
  return rawEvent(rawOf(graphPost({ contacts: [{ wa_id }], messages: [message] })), account)
}
const typesOf = async (account: string) => (await factsOf(store, account)).map(({ type }) => type)

test('a thread makes one person without a name, one conversation and its messages', async (t) => {
  const account = randomUUID()
  const { record, counts } = freshRecorder(store)
  await record(chunk(account, [past(1), past(2, '551133334444'), { ...past(3), type: 'system' }]))
  t.same(await typesOf(account), [
    ...['IdentityClaimed', 'ContactCreated', 'ContactIdentityLinked', 'ContactIdentityLinked'],
    'ConversationOpened',
    ...['MessageImported', 'MessageImported'],
  ])
  t.same(counts, { 'imported recorded': 2, 'set_aside set_aside': 1 })
})

test('chunks, repeated in any order and cut anywhere, record each message and file once', async (t) => {
  const parts = fc.array(fc.subarray([1, 2, 3, 4, 5], { minLength: 1 }), {
    minLength: 1,
    maxLength: 6,
  })
  const arrivals = fc.tuple(parts, fc.subarray([1, 3, 5]), fc.boolean())
  await fc.assert(
    fc.asyncProperty(arrivals, fc.infiniteStream(fc.nat()), async ([all, files, first], keys) => {
      const account = randomUUID()
      const chunks = all.map((numbers) =>
        chunk(
          account,
          numbers.map((n) => past(n)),
        ),
      )
      const assets = [...files, ...files].map((n) => media(account, n))
      const keyed = [...chunks, ...assets].map((raw) => ({ raw, key: keys.next().value ?? 0 }))
      const posts = keyed.sort((a, b) => a.key - b.key).map(({ raw }) => raw)
      const two = [freshRecorder(store), freshRecorder(store)] as const
      await two[0].record(...(first ? [live(account, 1)] : []), ...posts)
      await two[1].record(...posts)
      const facts = await factsOf(store, account)
      const ids = (type: string) =>
        facts
          .filter((fact) => fact.type === type)
          .map(({ data }) => (data as { intent: { provider_message_id: string } }).intent)
          .map(({ provider_message_id }) => provider_message_id)
          .sort()
      const wamids = (numbers: readonly number[]) => [...new Set(numbers)].map((n) => `wamid.${n}`)
      t.same(ids('MessageImported'), wamids(all.flat()).sort())
      t.same(ids('ImportedMediaReceived'), wamids(files))
      t.equal(facts.filter(({ type }) => type === 'ContactCreated').length, 1)
      t.same([...two[0].parked, ...two[1].parked], [])
    }),
    { numRuns: 40 },
  )
})

test('a history names a person who is known, and changes nothing of that person', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  await record(
    rawEvent(rawOf(graphPost({ contacts: [ana], messages: [textMessage('wamid.9')] })), account),
  )
  const before = await typesOf(account)
  await record(chunk(account, [past(1)]))
  t.same((await typesOf(account)).slice(before.length), ['MessageImported'])
  const [received, imported] = (await factsOf(store, account))
    .filter(({ type }) => type === 'MessageReceived' || type === 'MessageImported')
    .map(({ data }) => (data as { contact_id: string }).contact_id)
  t.equal(imported, received)
})

test('a repeated chunk makes nobody of a number that its person has given up', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  const system = { type: 'user_changed_number', wa_id: '5511977770000' }
  const moved = textMessage('wamid.S', '', { type: 'system', system, from_user_id: undefined })
  await record(
    chunk(account, [past(1)]),
    rawEvent(rawOf(graphPost({ messages: [moved] })), account),
  )
  const before = await typesOf(account)
  await freshRecorder(store).record(chunk(account, [past(1)]))
  t.same(await typesOf(account), before)
})

test('what is beyond a bound is parked by itself', async (t) => {
  const account = randomUUID()
  const { record, counts, parked } = freshRecorder(store)
  await record(chunk(account, [past(1), { ...past(2), id: 'w'.repeat(10_000) }, past(3)]))
  t.same(counts, { 'imported recorded': 2, 'imported parked': 1 })
  t.equal(parked.length, 1)
})

const CHUNK = 5_000

test('what people write now waits for no half a year of history of the same number', async (t) => {
  const account = randomUUID()
  let imported = 0
  const beforeLive: number[] = []
  const counting: EventStore = {
    ...store,
    async append(stream, expected, events) {
      const appended = await store.append(stream, expected, events)
      if (events[0]?.type === 'MessageImported') imported += 1
      if (events[0]?.type === 'MessageReceived') beforeLive.push(imported)
      return appended
    },
  }
  const { record } = freshRecorder(counting)
  const thread = (n: number) => {
    const wa_id = `55119${20_000_000 + n}`
    return { id: wa_id, messages: Array.from({ length: 50 }, (_, m) => past(n * 50 + m, wa_id)) }
  }
  const threads = Array.from({ length: CHUNK / 50 }, (_, n) => thread(n))
  const large = ofHistory(account, { history: [{ threads }] })
  await record(large, live(account, 90_001), live(account, 90_002, '5511920000000'))
  t.equal(imported, CHUNK)
  t.equal(beforeLive.length, 2)
  t.ok(Math.max(...beforeLive) <= 1_100, `${beforeLive} of ${CHUNK} came first`)
})

test('history and what is said now lag apart, and nothing is lost or doubled', async (t) => {
  const account = randomUUID()
  const stream = `providerEvent-${account}.20260101`
  const raws: RawEvent[] = []
  for (let n = 0; n < 60; n++) {
    const raw = n % 3 === 0 ? chunk(account, [past(n), past(1_000 + n)]) : live(account, 2_000 + n)
    raws.push({ ...raw, stream, revision: BigInt(n) })
  }
  const readable: EventStore = {
    ...store,
    async *readStream(name, from) {
      if (name !== stream) yield* store.readStream(name, from)
      else yield* raws.filter(({ revision }) => revision >= (from ?? 0n))
    },
  }
  const { record, counts, parked } = freshRecorder(readable, { bounds: { steps: 4, bytes: 3_000 } })
  await record(...raws)
  t.same(counts, { 'imported recorded': 40, 'received recorded': 40 })
  t.same(parked, [])
})
