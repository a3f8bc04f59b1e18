import { randomUUID } from 'node:crypto'
import { type Partition, partitionOf } from '@recado/application/read-models/partitions'
import type { MessageReceived } from '@recado/domain/message/events'
import type { EventStore, NewEvent } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { createLogger } from '@recado/infra/logger'
import { openPool } from '@recado/infra/postgres/pool'
import { runProjector } from '@recado/projectors/engine/run-projector'
import { runIntake } from '@recado/projectors/intake/run-intake'
import { runIntakePartitions } from '@recado/projectors/intake/run-intake-partitions'

import { type Test, test } from 'tap'
import { startStore } from '../../kit/event-store.ts'
import { eventually } from '../../kit/eventually.ts'
import { PERSON_IDS } from '../../kit/person-ids.ts'
import { testDatabase } from '../../kit/postgres.ts'
import { projections } from '../../kit/projections.ts'
import { underWay } from '../../kit/under-way.ts'
import { graphPost, rawEvent, rawOf, textMessage } from '../../translation/graph-post.ts'
import { translate } from '../../translation/translate.ts'
import { wholeLog } from './recorder-kit.ts'

const log = createLogger('test', 'silent')

/** Accounts in partitions 0, 1, 2 … of ten, so also in all partitions of 2 and of 5. */
const accounts = Array.from({ length: 10 }, (_, wanted) => {
  for (;;) {
    const id = randomUUID()
    if (partitionOf(id, 10) === wanted) return id
  }
})

/** A message of a person to an account. */
function written(account: string, person: number, n: number): NewEvent {
  const wa_id = `55119${10_000_000 + person}`
  const contact = { profile: { name: `P${person}` }, wa_id, user_id: `BR.${person}` }
  const from = { from: wa_id, from_user_id: contact.user_id }
  const message = textMessage(`wamid.${account}.${person}.${n}`, `${n}`, from)
  return rawEvent(rawOf(graphPost({ contacts: [contact], messages: [message] })), account)
}

/** A log, its read models, and processes that run intake. */
async function openIntake(t: Test) {
  const server = await startStore('intake_partitions')
  const database = await testDatabase('intake_partitions')
  const { store, journal } = connectEventStore(server.url)
  const pool = openPool(database.url, { searchPath: 'read_1' })
  const common = { databaseUrl: database.url, schema: 'read_1', log }
  const stopping = new AbortController()
  const { signal } = stopping
  const projector = runProjector({ ...common, store, projections, signal })
  const ends: (() => Promise<void>)[] = []
  t.teardown(async () => {
    for (const end of ends) await end()
    stopping.abort()
    await projector
    await pool.end()
    await store.close()
    await server.stop()
    await database.drop()
  })
  const count = async (what: string) =>
    Number((await pool.query(`select count(*) as n from ${what}`)).rows[0].n)
  return {
    store,
    pool,
    count,
    write: (account: string, raw: NewEvent) =>
      journal.record(`providerEvent-${account}.20260101`, [raw]),
    /**
     * Starts a process with a number of partitions, or the runner of one of them.
     * @returns what it has followed, the accounts for which it has recorded something, and what ends it
     */
    start(of: number | Partition) {
      const { store, followed } = connectEventStore(server.url)
      const ending = new AbortController()
      const its = new Set<string>()
      const append: EventStore['append'] = (stream, expected, events) => {
        for (const { metadata } of events) its.add(String(metadata.account_id))
        return store.append(stream, expected, events)
      }
      const options = {
        ...common,
        store: { ...store, append },
        personIds: PERSON_IDS,
        translate,
        signal: ending.signal,
      }
      const now = () => new Date('2026-01-01T00:00:06.000Z')
      const done =
        typeof of === 'number'
          ? runIntakePartitions({ ...options, now }, of)
          : runIntake({ ...options, now, partition: of })
      const end = async () => {
        ending.abort()
        await done
        await store.close()
      }
      ends.push(end)
      return { end, accounts: its, followed }
    },
  }
}

type Intake = Awaited<ReturnType<typeof openIntake>>

/** What was recorded, by stream: the order between streams depends on chance. */
async function recordedIn({ store }: Intake) {
  const facts = (await wholeLog(store)).filter(({ type }) => type !== 'ProviderEventReceived')
  return facts
    .map(({ stream, id, type, data }) => ({ stream, id, type, data }))
    .sort((a, b) => a.stream.localeCompare(b.stream))
}

/** Asserts that each message was recorded once, those of a person in the order in which they were written. */
async function holdMessages(t: Test, intake: Intake, each: number): Promise<void> {
  await eventually(async () => (await intake.count('messages')) >= each * accounts.length)
  const received = (await wholeLog(intake.store)).filter(({ type }) => type === 'MessageReceived')
  t.equal(received.length, each * accounts.length, 'each message is recorded once')
  const created = (await wholeLog(intake.store)).filter(({ type }) => type === 'ContactCreated')
  t.equal(created.length, await intake.count('contacts'), 'each person is one contact')
  const conversation = (of: { data: object }) =>
    (of.data as MessageReceived['data']).conversation_id
  for (const id of new Set(received.map(conversation))) {
    const own = received.filter((of) => conversation(of) === id)
    const texts = own.map(({ data }) => Number((data as { text: string }).text))
    t.same(
      texts,
      texts.toSorted((a, b) => a - b),
      'in the order in which a person wrote them',
    )
  }
}

test('the same facts, whatever the number of partitions', async (t) => {
  const raws = [0, 1, 2, 3].flatMap((n) =>
    accounts.flatMap((account) =>
      [0, 1].map((person) => ({ account, raw: written(account, person, n) })),
    ),
  )
  const results: unknown[] = []
  for (const partitions of [1, 2, 5]) {
    const intake = await openIntake(t)
    for (const { account, raw } of raws) await intake.write(account, raw)
    const { end } = intake.start(partitions)
    await eventually(async () => (await intake.count('messages')) === raws.length)
    await end()
    results.push(await recordedIn(intake))
  }
  const [one, two, five] = results
  t.strictSame(two, one)
  t.strictSame(five, one)
})

test('processes share the partitions, and take over from one that is gone', async (t) => {
  const intake = await openIntake(t)
  let n = 0
  const everybodyWrites = async () => {
    n += 1
    for (const account of accounts) await intake.write(account, written(account, 0, n))
  }
  const first = intake.start(2)
  await everybodyWrites()
  await eventually(() => first.accounts.size === accounts.length)
  const second = intake.start(2)
  await eventually(async () => {
    await everybodyWrites()
    return second.accounts.size > 0
  })
  first.accounts.clear()
  await everybodyWrites()
  await eventually(async () => (await intake.count('messages')) === n * accounts.length)
  const partitionsOf = (of: Set<string>) => [...new Set([...of].map((id) => partitionOf(id, 2)))]
  t.equal(partitionsOf(second.accounts).length, 1, 'a process that comes gets one of two')
  t.notSame(partitionsOf(first.accounts), partitionsOf(second.accounts))
  await first.end()
  await everybodyWrites()
  await eventually(() => second.accounts.size === accounts.length)
  await holdMessages(t, intake, n)
})

test('the number of partitions changes while people write', async (t) => {
  const intake = await openIntake(t)
  const traffic = underWay(async (n) => {
    for (const account of accounts) await intake.write(account, written(account, n % 3, n))
    return [n]
  })
  let working = intake.start(1)
  for (const partitions of [2, 5, 2, 1]) {
    const before = await eventually(async () => (await intake.count('messages')) || undefined)
    const next = intake.start(partitions)
    await eventually(async () => (await intake.count('messages')) > before + 50)
    t.equal(next.accounts.size, 0, 'it waits while a process has another number')
    await working.end()
    await eventually(() => next.accounts.size === accounts.length)
    working = next
  }
  await holdMessages(t, intake, (await traffic.end()).length)
})

test('a partition whose accounts are quiet goes on with the others', async (t) => {
  const intake = await openIntake(t)
  intake.start(5)
  const [quiet = '', talks = ''] = accounts
  await intake.write(quiet, written(quiet, 0, 0))
  const { position } = await intake.write(talks, written(talks, 0, 0))
  const least = 'select position from control.intake_checkpoint'
  await eventually(
    async () => BigInt((await intake.pool.query(least)).rows[0].position) >= position,
  )
  t.equal(await intake.count('control.intake_partitions'), 5)
})

test('a partition parses no fact of another', async (t) => {
  const intake = await openIntake(t)
  const [own = '', other = ''] = accounts
  for (let n = 0; n < 20; n++) await intake.write(other, written(other, 0, n))
  await intake.write(own, written(own, 0, 0))
  const follower = intake.start({ index: 0, count: 2 })
  await eventually(async () => (await intake.count('messages')) === 1)
  const { received, parsed } = follower.followed
  t.equal(received - parsed, 20)
  t.same([...follower.accounts], [own])
})
