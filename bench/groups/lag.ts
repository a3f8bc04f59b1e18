import { randomUUID } from 'node:crypto'
import { END, type EventStoreDBClient, jsonEvent, streamNameFilter } from '@eventstore/db-client'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { COMMIT_AT_ONCE, openPool } from '@recado/infra/postgres/pool'
import type pg from 'pg'
import { newFact } from '../lab/facts.ts'
import { countingParsed } from '../lab/followed-facts.ts'
import { type HttpClient, httpClient } from '../lab/http-client.ts'
import type { Lab } from '../lab/lab.ts'
import { rawClient } from '../lab/raw-events.ts'
import { openTenant } from '../lab/tenant.ts'
import { defineGroup } from '../measuring/group.ts'
import { openLoop } from '../measuring/loops.ts'
import { atMost } from '../report/goal.ts'

const PER_SECOND = 200
/** Appends of a round. */
const APPENDS = 300

/** From the moment a fact was due to be appended until the query side shows it. */
export const lag = defineGroup({
  name: 'lag',
  minutes: 2,
  async open({ lab }) {
    const stack = await lab.stack()
    const followers = await stack.follow()
    const commands = await stack.start('command-api')
    const tenant = await openTenant(lab, commands.port)
    const query = await stack.start('query-api')
    const api = httpClient(lab, query.port, { connections: 64, bearer: tenant.key })
    const { store } = connectEventStore(stack.settings.EVENTSTORE_URL)
    lab.after(() => store.close())
    const bare = await bareReader(lab, rawClient(lab, stack.settings.EVENTSTORE_URL))
    const appended = async () => {
      const { id, fact } = newContact(tenant.account_id)
      const { position } = await store.append(`contact-${id}`, 'no_stream', [fact])
      await shown(api, id, position)
    }
    return { appended, bare, followers }
  },
  rows: [
    {
      name: `append until visible, ${PER_SECOND}/s`,
      against: 'bare append, bare subscription, insert of a row',
      figures: ['p50_ms', 'p99_ms', 'parsed_per_fact'],
      inBench: 'raw',
      goals: [atMost('p99_ms', 50)],
      sides: ({ appended, bare, followers }, { share }) => ({
        ours: countingParsed(followers, openLoop(PER_SECOND, APPENDS * share, appended)),
        raw: openLoop(PER_SECOND, APPENDS * share, bare),
      }),
    },
  ],
})

function newContact(account_id: string) {
  const id = randomUUID()
  const data = { contact_id: id, created_at: new Date().toISOString() }
  return { id, fact: newFact(account_id, { type: 'ContactCreated', data }) }
}

async function shown(api: HttpClient, id: string, position: bigint): Promise<void> {
  await api.get(`/api/v1/contacts/${id}`, { 'x-min-event-position': String(position) })
}

/** Appends, and resolves when a subscription without anything around it has stored a row. */
async function bareReader(lab: Lab, client: EventStoreDBClient) {
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
