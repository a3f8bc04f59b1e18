import { randomUUID } from 'node:crypto'
import { END, type EventStoreDBClient, jsonEvent, streamNameFilter } from '@eventstore/db-client'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { COMMIT_AT_ONCE, openPool } from '@recado/infra/postgres/pool'
import type pg from 'pg'
import type { Bench, BenchRun } from './bench.ts'
import { newFact } from './facts.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { interleaved, openLoop } from './measure.ts'
import { rawClient } from './raw-events.ts'
import { atMost, type Row } from './report.ts'
import { openTenant } from './tenant.ts'

const PER_SECOND = 200
/** Measurements before the first one that counts: V8 compiles the code of an append and a read within its first thousands. */
const WARM = 10

/** From the moment a fact was due to be appended until the query side shows it. */
export const lagBench: Bench = {
  name: 'lag',
  async run(run) {
    const { lab, rounds, ms, progress } = run
    const stack = await lab.stack()
    await stack.follow()
    const commands = await stack.start('command-api')
    const tenant = await openTenant(lab, commands.port)
    const query = await stack.start('query-api')
    const api = httpClient(lab, query.port, { connections: 64, bearer: tenant.key })
    const { store } = connectEventStore(stack.settings.EVENTSTORE_URL)
    lab.after(() => store.close())
    const client = rawClient(lab, stack.settings.EVENTSTORE_URL)
    const bare = await bareReader(run, client)
    const appended = async () => {
      const { id, fact } = newContact(tenant.account_id)
      const { position } = await store.append(`contact-${id}`, 'no_stream', [fact])
      await shown(api, id, position)
    }
    progress(`append until visible, ${PER_SECOND} a second`)
    for (const work of [appended, bare]) await openLoop(PER_SECOND, WARM * ms, work)
    const medians = await interleaved(rounds, {
      ours: () => openLoop(PER_SECOND, ms * 2, appended),
      raw: () => openLoop(PER_SECOND, ms * 2, bare),
    })
    return (['p50', 'p99'] as const).map(
      (figure): Row => ({
        name: `lag: append until visible, ${PER_SECOND}/s, ${figure}`,
        unit: 'ms',
        ours: medians.ours[figure] ?? 0,
        raw: medians.raw[figure] ?? 0,
        against: 'bare append, bare subscription, insert of a row',
        ...(figure === 'p99' ? { goal: atMost(50) } : {}),
      }),
    )
  },
}

function newContact(account_id: string) {
  const id = randomUUID()
  const data = { contact_id: id, created_at: new Date().toISOString() }
  return { id, fact: newFact(account_id, { type: 'ContactCreated', data }) }
}

async function shown(api: HttpClient, id: string, position: bigint): Promise<void> {
  await api.get(`/api/v1/contacts/${id}`, { 'x-min-event-position': String(position) })
}

/** Appends, and resolves when a subscription without anything around it has stored a row. */
async function bareReader({ lab }: BenchRun, client: EventStoreDBClient) {
  const pool = openPool(await lab.database('raw'), { session: COMMIT_AT_ONCE })
  lab.after(() => pool.end())
  await pool.query('create table seen (id uuid primary key)')
  const waiting = new Map<string, () => void>()
  const subscription = client.subscribeToAll({
    fromPosition: END,
    filter: streamNameFilter({ prefixes: ['bare-'] }),
  })
  lab.after(() => subscription.unsubscribe())
  subscription.on('data', ({ event }) => void stored(pool, event?.id ?? '', waiting))
  await new Promise((ready) => subscription.once('caughtUp', ready))
  return async () => {
    const { id, fact } = newContact(randomUUID())
    const event = jsonEvent({ id, type: fact.type, data: fact.data, metadata: fact.metadata })
    const seen = new Promise<void>((resolve) => waiting.set(id, resolve))
    await Promise.all([seen, client.appendToStream(`bare-${id}`, event)])
  }
}

async function stored(pool: pg.Pool, id: string, waiting: Map<string, () => void>): Promise<void> {
  await pool.query({ name: 'seen', text: 'insert into seen values ($1)', values: [id] })
  waiting.get(id)?.()
  waiting.delete(id)
}
