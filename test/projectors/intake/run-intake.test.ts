import { randomUUID } from 'node:crypto'
import type { EventStore, NewEvent } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { createLogger } from '@recado/infra/logger'
import { openPool } from '@recado/infra/postgres/pool'
import { runProjector } from '@recado/projectors/engine/run-projector'
import { runIntakePartitions } from '@recado/projectors/intake/run-intake-partitions'
import { t as file, test } from 'tap'
import { startStore } from '../../kit/event-store.ts'
import { eventually } from '../../kit/eventually.ts'
import { PERSON_IDS } from '../../kit/person-ids.ts'
import { testDatabase } from '../../kit/postgres.ts'
import { projections } from '../../kit/projections.ts'
import { ana, graphPost, rawEvent, rawOf, textMessage } from '../../translation/graph-post.ts'
import { translate } from '../../translation/translate.ts'
import { factsOf } from './recorder-kit.ts'

const SCHEMA = 'read_1'
const PARTITIONS = Number(process.env.INTAKE_PARTITIONS ?? 1)
const embedded = await startStore('run_intake')
const database = await testDatabase('run_intake')
const { store, journal } = connectEventStore(embedded.url)
const pool = openPool(database.url, { searchPath: SCHEMA })
const log = createLogger('test', 'silent')
const account = randomUUID()

const stopProjector = new AbortController()
const projector = runProjector({
  store,
  databaseUrl: database.url,
  schema: SCHEMA,
  projections,
  log,
  signal: stopProjector.signal,
})

/** Runs intake until `happens` resolves. */
async function whileIntakeRuns(happens: () => Promise<unknown>, into = store): Promise<void> {
  const stop = new AbortController()
  const { signal } = stop
  const options = {
    store: into,
    personIds: PERSON_IDS,
    translate,
    databaseUrl: database.url,
    schema: SCHEMA,
    log,
    signal,
  }
  const done = runIntakePartitions(options, PARTITIONS)
  try {
    await happens()
  } finally {
    stop.abort()
    await done
  }
}

const count = async (table: string) =>
  Number((await pool.query(`select count(*) as n from ${table}`)).rows[0].n)

const journalled = (raw: NewEvent) => journal.record(`providerEvent-${account}.20260101`, [raw])

function conversationOf(person: number, messages: number): NewEvent[] {
  const wa_id = `55119${10_000_000 + person}`
  const contact = { profile: { name: `P${person}` }, wa_id, user_id: `BR.${person}` }
  return Array.from({ length: messages }, (_, i) => {
    const from = { from: wa_id, from_user_id: contact.user_id }
    const message = textMessage(`wamid.${person}.${i}`, `${i}`, from)
    return rawEvent(rawOf(graphPost({ contacts: [contact], messages: [message] })), account)
  })
}

test('journalled events reach the read models in order, each once', async (t) => {
  const raws = Array.from({ length: 10 }, (_, person) => conversationOf(person, 10))
  for (let i = 0; i < 10; i++)
    for (const own of raws) {
      const raw = own[i]
      if (raw !== undefined) await journalled(raw)
    }
  await whileIntakeRuns(() => eventually(async () => (await count('messages')) === 100))
  t.equal(await count('contacts'), 10)
  t.equal(await count('conversations'), 10)
  const { rows } = await pool.query(
    'select string_agg(text, $1 order by conversation_pos) as texts from messages group by conversation_id',
    [','],
  )
  t.same(
    rows.map(({ texts }) => texts),
    Array(10).fill('0,1,2,3,4,5,6,7,8,9'),
  )
})

test('a lost checkpoint leads to no repeated facts', async (t) => {
  const before = (await factsOf(store, account)).length
  await pool.query('drop schema control cascade')
  const [last] = conversationOf(99, 1)
  if (last !== undefined) await journalled(last)
  await whileIntakeRuns(() => eventually(async () => (await count('messages')) === 101))
  const written = (await factsOf(store, account)).slice(before).map(({ type }) => type)
  t.equal(written.filter((type) => type === 'MessageReceived').length, 1)
  t.equal(written.filter((type) => type === 'ContactCreated').length, 1)
})

test('a message of a known person costs one fact, also right after a start', async (t) => {
  const before = (await factsOf(store, account)).length
  const statuses = [{ id: 'wamid.out', status: 'sent', recipient_id: ana.wa_id }]
  const status = rawEvent(rawOf(graphPost({ statuses })), account)
  const [, , next] = conversationOf(3, 13).slice(8)
  await journalled(status)
  await journalled({ ...status, id: randomUUID() })
  if (next !== undefined) await journalled(next)
  await whileIntakeRuns(async () => {
    await eventually(async () => (await count('messages')) === 102)
    await eventually(async () => (await count('provider_messages where revision >= 0')) === 1)
  })
  const written = (await factsOf(store, account)).slice(before).map(({ type }) => type)
  t.same(written.filter((type) => type !== 'ProviderEventReceived').sort(), [
    'MessageReceived',
    'MessageStatusReported',
  ])
})

test('intake waits for a store that is unreachable', async (t) => {
  await whileIntakeRuns(async () => {
    await embedded.kill()
    await embedded.restart()
    await eventually(() => store.ping(1_000))
    for (const raw of conversationOf(50, 3)) await journalled(raw)
    await eventually(async () => (await count('messages')) === 105)
  })
  t.pass('intake continued without a restart')
})

test('a parked intent is recorded by a later run that can, and stays parked until then', async (t) => {
  const poisoned = {
    ...store,
    append: (async (stream, expected, events) => {
      if (JSON.stringify(events).includes('wamid.60.1')) throw new TypeError('a fault of ours')
      return store.append(stream, expected, events)
    }) as EventStore['append'],
  }
  const parked = () => count('control.intake_parked')
  await whileIntakeRuns(async () => {
    for (const raw of conversationOf(60, 3)) await journalled(raw)
    await eventually(async () => (await parked()) === 1)
    await eventually(async () => (await count('messages')) === 107)
  }, poisoned)
  let tried = 0
  const again = {
    ...poisoned,
    append: (async (stream, expected, events) => {
      if (JSON.stringify(events).includes('wamid.60.1')) tried += 1
      return poisoned.append(stream, expected, events)
    }) as EventStore['append'],
  }
  await whileIntakeRuns(() => eventually(async () => tried > 0), again)
  t.equal(await parked(), 1)
  await whileIntakeRuns(async () => {
    await eventually(async () => (await parked()) === 0)
    await eventually(async () => (await count('messages')) === 108)
  })
})

test('an intent that breaks a bound stays parked after a restart, and only the operator can have it retried', async (t) => {
  const beyond = textMessage('w'.repeat(600), 'beyond', { from: ana.wa_id })
  const parked = async (more = '') => count(`control.intake_parked ${more}`)
  await whileIntakeRuns(async () => {
    await journalled(rawEvent(rawOf(graphPost({ messages: [beyond] })), account))
    await eventually(async () => (await parked(`where error like 'BoundBroken:%'`)) === 1)
    // Events behind the checkpoint are processed again after the next start.
    const done = 'position >= (select max(position) from control.intake_parked)'
    await eventually(async () => (await count(`control.intake_checkpoint where ${done}`)) === 1)
  })
  await pool.query(`insert into control.intake_parked (raw_event_id, intent, position, error)
    select gen_random_uuid(), 0, 0, 'TypeError: ours' from generate_series(1, 20)`)
  await whileIntakeRuns(async () => {
    await eventually(async () => (await parked()) === 1)
    t.equal(await parked('where retried_at is null'), 1)
    await pool.query('update control.intake_parked set retry_asked_at = now()')
    await eventually(async () => (await parked('where retried_at is not null')) === 1)
  })
  await pool.query('delete from control.intake_parked')
})

test('a parked intent is recorded by the run that parked it, once the operator asks', async (t) => {
  let mended = false
  const poisoned = {
    ...store,
    append: (async (stream, expected, events) => {
      if (!mended && JSON.stringify(events).includes('wamid.70.1')) throw new TypeError('ours')
      return store.append(stream, expected, events)
    }) as EventStore['append'],
  }
  const asked = `update control.intake_parked set retry_asked_at = now()`
  const [before, parked] = [await count('messages'), () => count('control.intake_parked')]
  await whileIntakeRuns(async () => {
    for (const raw of conversationOf(70, 3)) await journalled(raw)
    await eventually(async () => (await parked()) === 1)
    await eventually(async () => (await count('messages')) === before + 2)
    await pool.query(asked)
    const tried = 'control.intake_parked where retried_at is not null and retry_asked_at is null'
    await eventually(async () => (await count(tried)) === 1)
    mended = true
    await pool.query(asked)
    await eventually(async () => (await parked()) === 0)
    await eventually(async () => (await count('messages')) === before + 3)
  }, poisoned)
  t.pass('no restart was needed')
})

test('a failure while the store does not answer parks no intent, whatever its error says', async (t) => {
  let isAway = true
  let refused = 0
  const away = {
    ...store,
    ping: async () => !isAway,
    append: (async (stream, expected, events) => {
      if (!isAway) return store.append(stream, expected, events)
      refused += 1
      throw new TypeError('what a client may say of it')
    }) as EventStore['append'],
  }
  const before = await count('messages')
  await whileIntakeRuns(async () => {
    for (const raw of conversationOf(80, 3)) await journalled(raw)
    await eventually(() => refused > 3)
    isAway = false
    await eventually(async () => (await count('messages')) === before + 3)
  }, away)
  t.equal(await count('control.intake_parked'), 0)
})

test('an untranslatable raw event is parked, and others go on', async (t) => {
  const [good] = conversationOf(90, 1)
  const bad = rawEvent({ ...rawOf(graphPost({})), source: 'nobody' as 'official' }, account)
  const before = await count('messages')
  await whileIntakeRuns(async () => {
    await journalled(bad)
    if (good !== undefined) await journalled(good)
    await eventually(async () => (await count('messages')) === before + 1)
  })
  t.equal(
    await count(
      `control.intake_parked where raw_event_id = '${bad.id}' and account_id = '${account}'`,
    ),
    1,
  )
})

file.teardown(async () => {
  stopProjector.abort()
  await projector
  await pool.end()
  await store.close()
  await embedded.stop()
  await database.drop()
})
