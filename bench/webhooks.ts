import { END, streamNameFilter } from '@eventstore/db-client'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { Pool } from 'undici'
import type { Bench, BenchRun } from './bench.ts'
import { introductions, nowhere, type Place, textReceived } from './facts.ts'
import { httpClient } from './http-client.ts'
import { interleaved, openLoop } from './measure.ts'
import { rawAppend, rawClient } from './raw-events.ts'
import { atMost, type Row } from './report.ts'
import { openSink, type Sink } from './sink.ts'
import { openTenant } from './tenant.ts'

const CONVERSATIONS = 100

/** From the moment an append was due until the customer has the event. */
export const webhooksBench: Bench = {
  name: 'webhooks',
  async run(run) {
    const { lab, progress, rounds, ms } = run
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
    const { account_id, connection_id } = tenant
    const places = Array.from({ length: CONVERSATIONS }, () => ({
      ...nowhere(),
      account_id,
      connection_id,
    }))
    for (const { stream, fact } of introductions(places))
      await store.append(stream, 'no_stream', [fact])
    const ours = () => delivered(store, sink, places)
    const raw = await bareDelivery(run, stack.settings.EVENTSTORE_URL, sink)
    progress('the first delivery')
    await Promise.all([ours(), raw()])
    const rows: Row[] = []
    for (const perSecond of [100, 1_000]) {
      progress(`${perSecond} events a second`)
      const medians = await interleaved(rounds, {
        ours: () => openLoop(perSecond, ms * 2, ours),
        raw: () => openLoop(perSecond, ms * 2, raw),
      })
      for (const figure of ['p50', 'p99'] as const)
        rows.push({
          name: `webhooks: event to delivery, ${perSecond}/s, ${figure}`,
          unit: 'ms',
          ours: medians.ours[figure] ?? 0,
          raw: medians.raw[figure] ?? 0,
          against: 'bare append, bare subscription, POST',
          goal: atMost(figure === 'p50' ? 3 : 15),
        })
    }
    return rows
  },
}

async function delivered(store: EventStore, sink: Sink, places: readonly Place[]): Promise<void> {
  const fact = textReceived(places[Math.floor(Math.random() * places.length)])
  const { message_id } = fact.data
  const got = sink.receives(message_id)
  await store.append(`message-${message_id}`, 'no_stream', [fact])
  await got
}

/** The same fact through an append, a subscription and a POST, with nothing in between. */
async function bareDelivery({ lab }: BenchRun, url: string, sink: Sink) {
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
