import { END, streamNameFilter } from '@eventstore/db-client'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { Pool } from 'undici'
import { introductions, nowhere, type Place, textReceived } from '../lab/facts.ts'
import { httpClient } from '../lab/http-client.ts'
import type { Lab } from '../lab/lab.ts'
import { rawAppend, rawClient } from '../lab/raw-events.ts'
import { openSink, type Sink } from '../lab/sink.ts'
import { openTenant, type Tenant } from '../lab/tenant.ts'
import { defineGroup, type GroupRun } from '../measuring/group.ts'
import { openLoop } from '../measuring/loops.ts'
import { atMost } from '../report/goal.ts'

const CONVERSATIONS = 100
/** Events of a round. */
const EVENTS = 600

type Opened = { deliver(): Promise<void>; rawDeliver(): Promise<void> }

/** From the moment an append was due until the customer has the event. */
export const webhooks = defineGroup<Opened>({
  name: 'webhooks',
  minutes: 2,
  async open({ lab }) {
    const stack = await lab.stack()
    await stack.follow()
    const commands = await stack.start('command-api')
    const tenant = await openTenant(lab, commands.port)
    const sink = await openSink(lab)
    const api = httpClient(lab, commands.port, { connections: 1, bearer: tenant.key })
    const wanted = { connection_id: tenant.connection_id, url: sink.url }
    await api.put('/api/v1/webhooks', JSON.stringify(wanted))
    const { store } = connectEventStore(stack.settings.EVENTSTORE_URL)
    lab.after(() => store.close())
    const places = placesOf(tenant)
    for (const { stream, fact } of introductions(places))
      await store.append(stream, 'no_stream', [fact])
    const rawDeliver = await bareDelivery(lab, stack.settings.EVENTSTORE_URL, sink)
    return { deliver: () => delivered(store, sink, places), rawDeliver }
  },
  rows: [100, 1_000].map((perSecond) => ({
    name: `event to delivery, ${perSecond}/s`,
    against: 'bare append, bare subscription, POST',
    figures: ['p50_ms', 'p99_ms'] as const,
    inBench: 'raw' as const,
    goals: [atMost('p50_ms', 3), atMost('p99_ms', 15)],
    sides: ({ deliver, rawDeliver }: Opened, { share }: GroupRun) => ({
      ours: openLoop(perSecond, EVENTS * share, deliver),
      raw: openLoop(perSecond, EVENTS * share, rawDeliver),
    }),
  })),
})

function placesOf({ account_id, connection_id }: Tenant): readonly Place[] {
  const place = () => ({ ...nowhere(), account_id, connection_id })
  return Array.from({ length: CONVERSATIONS }, place)
}

async function delivered(store: EventStore, sink: Sink, places: readonly Place[]): Promise<void> {
  const fact = textReceived(places[Math.floor(Math.random() * places.length)])
  const { message_id } = fact.data
  const got = sink.receives(message_id)
  await store.append(`message-${message_id}`, 'no_stream', [fact])
  await got
}

/** The same fact through an append, a subscription and a POST, with nothing in between. */
async function bareDelivery(lab: Lab, url: string, sink: Sink) {
  const pool = new Pool(new URL(sink.url).origin, { connections: 64 })
  lab.after(() => pool.close())
  const client = rawClient(lab, url)
  const subscription = client.subscribeToAll({
    fromPosition: END,
    filter: streamNameFilter({ prefixes: ['bare-'] }),
  })
  lab.after(() => subscription.unsubscribe())
  const post = async (data: unknown) => {
    const body = JSON.stringify({ data: { message: data } })
    const answer = await pool.request({ method: 'POST', path: '/hook', body })
    await answer.body.dump()
  }
  subscription.on('data', ({ event }) => void post(event?.data).catch(() => undefined))
  await new Promise((ready) => subscription.once('caughtUp', ready))
  return async () => {
    const fact = textReceived()
    const got = sink.receives(fact.data.message_id)
    await rawAppend(client, [fact], `bare-${fact.data.message_id}`)
    await got
  }
}
