import { randomUUID } from 'node:crypto'
import { partitionOf } from '@recado/application/read-models/partitions'
import type { Fact } from '@recado/domain/decision'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { openPool } from '@recado/infra/postgres/pool'
import { digestSchema } from '@recado/projectors/engine/digest-schema'
import { type CommittedIn, runPartitions } from '@recado/projectors/engine/run-partitions'
import pino from 'pino'
import { t as file, test } from 'tap'
import { startStore } from '../../kit/event-store.ts'
import { eventually } from '../../kit/eventually.ts'
import { testDatabase } from '../../kit/postgres.ts'
import { recorded } from '../../kit/projecting.ts'
import { projections } from '../../kit/projections.ts'

const log = pino({ level: 'silent' })
const server = await startStore('partitions')
const { store } = connectEventStore(server.url)
file.teardown(async () => {
  await store.close()
  await server.stop()
})

/** One account of each partition of two. */
const accounts = [0, 1].map((wanted) => {
  for (;;) {
    const id = randomUUID()
    if (partitionOf(id, 2) === wanted) return id
  }
})
let contacts = 0

/** A new contact of an account. */
async function newContact(account_id: string): Promise<bigint> {
  const contact_id = randomUUID()
  const at = new Date(Date.UTC(2026, 0, 1) + contacts++).toISOString()
  const facts: Fact[] = [
    { type: 'ContactCreated', data: { contact_id, created_at: at } },
    {
      type: 'ContactRenamed',
      data: { contact_id, name: `Name ${contacts}`, source: 'api', renamed_at: at },
    },
  ]
  const stream = `contact-${contact_id}`
  const events = facts.map((fact) => recorded(stream, fact as never, { account_id }))
  return (await store.append(stream, 'no_stream', events)).position
}

async function newContacts(each: number): Promise<void> {
  for (let n = 0; n < each; n++) for (const account of accounts) await newContact(account)
}

/** Tables for the read models, and processes that keep them. */
async function openTables() {
  const database = await testDatabase('partitions')
  const pool = openPool(database.url, { max: 2, searchPath: 'read_1' })
  const running: { end(): Promise<void> }[] = []
  return {
    pool,
    /** Starts a process. @returns the partitions in which it has committed, and what ends it */
    start(wanted: number) {
      const stopping = new AbortController()
      const commits: CommittedIn[] = []
      const options = {
        ...{ store, databaseUrl: database.url, schema: 'read_1', projections, log },
        signal: stopping.signal,
        afterCommit: (committed: CommittedIn) => void commits.push(committed),
      }
      const done = runPartitions(options, wanted)
      done.catch(() => undefined)
      const end = async () => {
        stopping.abort()
        await done
      }
      running.push({ end })
      return {
        end,
        commits,
        in: () => [...new Set(commits.map(({ partition }) => partition))].sort(),
      }
    },
    contacts: async () =>
      Number((await pool.query('select count(*) as n from contacts').catch(() => NONE)).rows[0].n),
    async close() {
      for (const { end } of running) await end()
      await pool.end()
      await database.drop()
    },
  }
}

const NONE = { rows: [{ n: -1 }] }

/** Starts with `wanted` partitions and waits until all contacts are shown. */
async function filled(wanted: number) {
  const tables = await openTables()
  tables.start(wanted)
  await eventually(async () => (await tables.contacts()) === contacts)
  return tables
}

test('the same rows, whatever the number of partitions', async (t) => {
  await newContacts(20)
  const [one, ...others] = [await filled(1), await filled(2), await filled(5)]
  t.teardown(async () => {
    for (const tables of [one, ...others]) await tables.close()
  })
  const expected = await digestSchema(one.pool, 'read_1')
  for (const { pool } of others) t.strictSame(await digestSchema(pool, 'read_1'), expected)
  for (const { pool } of others) {
    const { rows } = await pool.query('select position from checkpoint')
    await eventually(async () => {
      const now = await pool.query('select count(distinct position)::int as n from checkpoint')
      return now.rows[0].n === 1
    })
    t.ok(rows.length > 1, 'each partition has a checkpoint, and facts of others move it')
  }
})

test('processes share the partitions, and take over from one that is gone', async (t) => {
  const tables = await filled(2)
  t.teardown(() => tables.close())
  const second = tables.start(2)
  await eventually(async () => {
    await newContacts(1)
    return second.commits.length > 0
  })
  const [taken] = second.in()
  t.same(second.in().length, 1, 'a process that comes gets one of two')

  const third = tables.start(2)
  await second.end()
  await eventually(async () => {
    await newContacts(1)
    return third.in().includes(taken ?? -1)
  })
  await eventually(async () => (await tables.contacts()) === contacts)
  const fresh = await filled(2)
  t.teardown(() => fresh.close())
  t.strictSame(await digestSchema(tables.pool, 'read_1'), await digestSchema(fresh.pool, 'read_1'))
})

test('tables keep their number of partitions, whatever a process wants', async (t) => {
  const tables = await filled(2)
  t.teardown(() => tables.close())
  tables.start(5)
  await newContacts(3)
  await eventually(async () => (await tables.contacts()) === contacts)
  const { rows } = await tables.pool.query('select count(*)::int as n from checkpoint')
  t.equal(rows[0].n, 2)
})
