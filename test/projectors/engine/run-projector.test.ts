import { randomUUID } from 'node:crypto'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { openPool } from '@recado/infra/postgres/pool'
import { runProjector } from '@recado/projectors/engine/run-projector'
import type pg from 'pg'
import pino from 'pino'
import { test } from 'tap'
import { accountId } from '../../examples/account.ts'
import {
  accepted,
  contactCreated,
  contactId,
  conversationId,
  conversationOpened,
  phoneLinked,
  sendRequested,
  textReceived,
} from '../../examples/conversation-facts.ts'
import { startStore } from '../../kit/event-store.ts'
import { eventually } from '../../kit/eventually.ts'
import { testDatabase } from '../../kit/postgres.ts'
import { recorded } from '../../kit/projecting.ts'
import { projections } from '../../kit/projections.ts'

const errors: unknown[] = []
/** Collects the errors that the projector logs. */
const log = pino({ level: 'error' }, { write: (line) => void errors.push(JSON.parse(line).err) })

test('the projector', async (t) => {
  const server = await startStore('projector_store')
  t.teardown(() => server.stop())
  const { store } = connectEventStore(server.url)
  t.teardown(() => store.close())
  await someHistory(store, 40)

  await t.test('turns the log into rows, and into the same rows again', async (t) => {
    const one = await projecting(store)
    const two = await projecting(store)
    t.teardown(() => Promise.all([one.stop(), two.stop()]))
    await eventually(async () => (await one.count('messages')) === 80)
    await eventually(async () => (await two.count('messages')) === 80)
    t.strictSame(await one.rows(), await two.rows())
    t.equal(await one.count('list_totals'), 5)
  })

  await t.test('lets a standby take over, which continues where the first one ended', async (t) => {
    const first = await projecting(store)
    await eventually(async () => (await first.count('messages')) >= 80)
    const standby = runs(store, first.url)
    await first.end()
    await someHistory(store, 5, 'later')
    await eventually(async () => (await first.count('messages')) === 90)
    await standby.end()
    const fresh = await projecting(store)
    t.teardown(() => Promise.all([first.stop(), fresh.stop()]))
    await eventually(async () => (await fresh.count('messages')) === 90)
    t.strictSame(await first.rows(), await fresh.rows())
  })

  await t.test('writes nothing once another runner has moved the checkpoint', async (t) => {
    const read = await projecting(store)
    t.teardown(() => read.stop())
    await eventually(async () => (await read.count('messages')) === 90)
    errors.splice(0)
    await read.query('update checkpoint set position = position + 1000000000')
    const before = await read.rows()
    await someHistory(store, 1, 'fenced')
    await eventually(() => errors.length > 0)
    t.match(errors, [{ type: 'CheckpointMoved' }])
    t.strictSame(await read.rows(), before)
  })

  await t.test(
    'finds rows by their keys, even if the table was small when statements were prepared',
    async (t) => {
      const read = await projecting(store)
      t.teardown(() => read.stop())
      // Not counted by `count(*)`, which would read all rows itself.
      const shown = `select n::int from list_totals where id like 'messages.account:%'`
      const total = async () => (await read.query(shown)).rows[0]?.n
      await eventually(async () => (await total()) === 92)
      await someHistory(store, 20, 'grown')
      await eventually(async () => (await total()) === 132)
      let later = 0
      const { rows } = await eventually(async () => {
        // Postgres updates the statistics of a connection only when that connection works again.
        await someHistory(store, 1, `later.${later++}`)
        const found = await read.query(
          `select sum(idx_scan)::int as by_key, sum(seq_tup_read)::int as by_reading_all from pg_stat_user_tables
          where relname = 'messages'`,
        )
        return found.rows[0].by_key > 40 ? found : undefined
      })
      t.equal(rows[0].by_reading_all, 0)
    },
  )

  await t.test('continues by itself after the store was unreachable', async (t) => {
    const read = await projecting(store)
    t.teardown(() => read.stop())
    await eventually(async () => (await read.count('messages')) > 0)
    await server.kill()
    await server.restart()
    await someHistory(store, 3, 'after')
    const added = `messages where provider_message_id like 'wamid.%.after.%'`
    await eventually(async () => (await read.count(added)) === 6)
  })

  await t.test('stops when the log is another one', async (t) => {
    const read = await projecting(store)
    t.teardown(() => read.stop())
    await eventually(async () => (await read.count('messages')) > 0)
    await read.end()
    const other = await startStore('projector_other')
    t.teardown(() => other.stop())
    const { store: otherStore } = connectEventStore(other.url)
    t.teardown(() => otherStore.close())
    await t.rejects(runs(otherStore, read.url).done, { name: 'LogDiverged' })
  })

  await t.test('stops when the log is shorter after a lost connection', async (t) => {
    let [lost, isShorter]: [(error: Error) => void, boolean] = [() => undefined, false]
    const shortened: EventStore = {
      ...store,
      subscribe: (options) => {
        lost = (error) => options.onReconnect?.(error)
        return store.subscribe(options)
      },
      async *readAll(options) {
        if (!isShorter) yield* store.readAll(options)
      },
    }
    const read = await projecting(shortened)
    t.teardown(() => read.stop())
    await eventually(async () => (await read.count('messages')) > 0)
    isShorter = true
    lost(new Error('the server was restored'))
    await t.rejects(read.done, { name: 'LogDiverged', message: /npm run rebuild -- --restored/ })
  })

  await t.test('stops when its checkpoint is not in the log', async (t) => {
    const read = await projecting(store)
    t.teardown(() => read.stop())
    await eventually(async () => (await read.count('messages')) > 0)
    await read.end()
    await read.query('update checkpoint set event_position = event_position - 1')
    const again = runs(store, read.url)
    t.teardown(() => again.end())
    let outcome: unknown
    const ended = (what: unknown) => {
      outcome = what
    }
    again.done.then(
      () => ended('ended'),
      ({ name }) => ended(name),
    )
    errors.splice(0)
    t.equal(await eventually(() => outcome ?? errors[0]), 'LogDiverged')
  })
})

/** Appends a person, and `n` exchanges of a question and an answer. */
async function someHistory(store: EventStore, n: number, tag = 'first'): Promise<void> {
  if (tag === 'first') {
    await append(store, `contact-${contactId}`, contactCreated, phoneLinked)
    await append(store, `conversation-${conversationId}`, conversationOpened)
  }
  for (let i = 0; i < n; i++) {
    const [question, answer] = [randomUUID(), randomUUID()]
    await append(store, `message-${question}`, textReceived(question, `wamid.in.${tag}.${i}`))
    await append(
      store,
      `message-${answer}`,
      sendRequested(answer),
      accepted(answer, `wamid.out.${tag}.${i}`),
    )
  }
}

async function append(
  store: EventStore,
  stream: string,
  ...facts: Parameters<typeof recorded>[1][]
) {
  const events = facts.map((fact) => recorded(stream, fact, { account_id: accountId }))
  await store.append(stream, 'no_stream', events)
}

function runs(store: EventStore, databaseUrl: string) {
  const stopping = new AbortController()
  const { signal } = stopping
  const done = runProjector({ store, databaseUrl, schema: 'read_1', projections, log, signal })
  done.catch(() => undefined)
  return {
    done,
    async end() {
      stopping.abort()
      await done.catch(() => undefined)
    },
  }
}

async function projecting(store: EventStore) {
  const database = await testDatabase('projector_read')
  const pool: pg.Pool = openPool(database.url, { max: 2, searchPath: 'read_1' })
  const run = runs(store, database.url)
  // Depending on the batches, an emptied block has the count 0 or no row; both mean the same.
  const tables = [
    'messages',
    'conversations',
    'contacts',
    'list_totals',
    '(select * from list_blocks where n <> 0) as blocks',
  ]
  return {
    ...run,
    url: database.url,
    query: (text: string) => pool.query(text),
    count: async (table: string) =>
      Number((await pool.query(`select count(*) as n from ${table}`)).rows[0].n),
    rows: () =>
      Promise.all(
        tables.map(
          async (table) => (await pool.query(`select * from ${table} order by 1, 2, 3`)).rows,
        ),
      ),
    async stop() {
      await run.end()
      await pool.end()
      await database.drop()
    },
  }
}
