import { randomUUID } from 'node:crypto'
import { partitionOf } from '@recado/application/read-models/partitions'
import { openPool } from '@recado/infra/postgres/pool'
import {
  createIntakeTables,
  type IntakeCheckpoint,
  parkIntent,
  readIntakeCheckpoint,
  readIntentsToRetry,
  requestRetry,
  saveIntakeCheckpoint,
} from '@recado/projectors/intake/intake-tables'
import {
  readPartitionCheckpoint,
  savePartitionCheckpoint,
} from '@recado/projectors/intake/partition-checkpoint'
import { sameNumber } from '@recado/projectors/intake/same-number'
import pg from 'pg'
import { t as file, type Test, test } from 'tap'
import { testDatabase } from '../../kit/postgres.ts'

const database = await testDatabase('intake_partitions')
const pool = openPool(database.url, { max: 1 })
const client = await connect()
await createIntakeTables(client)

file.teardown(async () => {
  await client.end()
  await pool.end()
  await database.drop()
})

async function connect() {
  const made = new pg.Client({ connectionString: database.url })
  await made.connect()
  return made
}

const at = (position: number): IntakeCheckpoint => ({
  position: BigInt(position),
  event_id: `00000000-0000-4000-8000-${String(position).padStart(12, '0')}`,
})
const of = (index: number, count: number) => ({ index, count })
const save = (index: number, count: number, position: number) =>
  savePartitionCheckpoint(client, of(index, count), at(position))
const holdsAll = async (_: IntakeCheckpoint) => true
const start = async (index: number, count: number, isInLog = holdsAll) =>
  Number((await readPartitionCheckpoint(client, of(index, count), isInLog))?.position ?? -1)
const least = async () => Number((await readIntakeCheckpoint(client))?.position ?? -1)

test('each partition goes on from its own checkpoint, and a new number from the least of the old', async (t) => {
  t.equal(await start(0, 2), -1, 'nothing is recorded yet')
  await save(0, 2, 50)
  t.equal(await least(), -1, 'the other partition has not said anything')
  await save(1, 2, 100)
  t.same([await least(), await start(0, 2), await start(1, 2)], [50, 50, 100])
  t.same([await start(0, 5), await start(4, 5)], [50, 50])

  await saveIntakeCheckpoint(client, at(60))
  t.same([await start(0, 2), await start(1, 2)], [60, 100], 'what was recorded stays recorded')
  await saveIntakeCheckpoint(client, at(120))
  t.same([await start(0, 2), await start(1, 2)], [120, 120])
  await save(1, 2, 130)
  t.equal(
    await least(),
    120,
    'an older checkpoint of a partition that has not begun does not count',
  )
  await save(0, 2, 140)
  t.equal(await least(), 130)
})

test('where the log is another one, every partition begins from its start', async (t) => {
  await save(0, 2, 200)
  await save(1, 2, 300)
  const isRestored = async ({ position }: IntakeCheckpoint) => position <= 250n
  t.equal(await start(0, 2, isRestored), -1, 'also one whose own raw event is still there')
  t.same([await least(), await start(1, 2)], [-1, -1])
})

test('each partition retries the intents of its accounts', async (t) => {
  const accounts = [null, ...Array.from({ length: 40 }, () => randomUUID())]
  for (const account_id of accounts) {
    const parked = { raw_event_id: randomUUID(), intent: 0, position: 1n, error: 'TypeError: ours' }
    await parkIntent(client, { ...parked, account_id })
  }
  for (const count of [1, 2, 5]) {
    await client.query('update control.intake_parked set retry_asked_at = null')
    for (let index = 0; index < count; index++) {
      await requestRetry(client, of(index, count))
      const own = accounts.filter((id) => partitionOf(id, count) === index)
      t.equal((await readIntentsToRetry(client, of(index, count))).length, own.length)
    }
  }
})

/** A session that tries with a number of partitions, as `runIntakePartitions` does. */
async function session(t: Test, count: number) {
  const own = await connect()
  t.teardown(() => own.end().catch(() => undefined))
  const mayWork = sameNumber('intake:read_1', count, () => undefined)
  return { mayWork: () => mayWork(own), end: () => own.end() }
}

test('runners with another number of partitions wait until those that work are gone', async (t) => {
  const [two, alsoTwo, five] = [await session(t, 2), await session(t, 2), await session(t, 5)]
  t.ok(await two.mayWork())
  t.ok(await alsoTwo.mayWork())
  t.notOk(await five.mayWork())
  const single = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as won'
  const wins = async () => (await client.query(single, ['intake:read_1'])).rows[0].won
  t.notOk(await wins(), 'nor may one that knows of no partitions')
  await two.end()
  t.notOk(await five.mayWork())
  await alsoTwo.end()
  t.ok(await five.mayWork())
  t.ok(await five.mayWork(), 'asked again')
  t.notOk(await (await session(t, 2)).mayWork())
  await five.end()
  t.ok(await wins())
  t.notOk(await (await session(t, 2)).mayWork(), 'a single runner keeps out those of partitions')
})
