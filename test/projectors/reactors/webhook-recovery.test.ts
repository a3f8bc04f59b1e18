import { randomUUID } from 'node:crypto'
import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { execute } from '@recado/application/commands/execute'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { systemContext } from '@recado/application/commands/system-context'
import { deliveryId } from '@recado/application/ids'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { deliveryRecovery } from '@recado/domain/delivery-recovery/delivery-recovery'
import { requestRecovery } from '@recado/domain/delivery-recovery/request-recovery'
import { DAY_MS, HOUR_MS } from '@recado/domain/durations'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { lastingStream } from '@recado/infra/event-store/journal'
import { runOn } from '@recado/infra/postgres/run'
import { runWebhookRecovery } from '@recado/projectors/reactors/webhook-recovery/run-webhook-recovery'
import { takeTurn } from '@recado/projectors/reactors/webhook-recovery/take-turn'
import { runningRecoveries } from '@recado/projectors/reactors/webhook-recovery/undelivered'
import pino from 'pino'
import { t as file, type Test, test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { dispatching } from '../webhooks/dispatcher/dispatching.ts'
import { openSink, type Sink } from '../webhooks/dispatcher/sink.ts'
import { world } from '../webhooks/projection/facts.ts'

const EVENTS = 250
const EARLIER = '2026-01-01T00:00:00.000Z'
const CRASHES = ['none', 'before deliveries', 'after deliveries', 'after progress'] as const
const KEEP_MS = 3 * DAY_MS

const run = await dispatching('recovery')
file.teardown(() => run.close())
const now = () => new Date()
const deps = () => ({
  ...{ store: run.store, cache: aggregateCache(), mutex: streamMutex() },
  ...{ journal: run.journal, pauseKeepMs: KEEP_MS, now, newId: () => randomUUID() },
})

type World = ReturnType<typeof world>

/** Requests a recovery of all events of a webhook since a time. @returns the recovery's id */
async function asked({ account_id, connection_id, webhook_id }: World, since: string) {
  const recovery_id = randomUUID()
  await execute(deps(), {
    ...{ aggregate: deliveryRecovery, id: recovery_id, decide: requestRecovery },
    command: {
      ...{ recovery_id, connection_id, webhook_id, since, kept_since: EARLIER },
      at: now().toISOString(),
    },
    context: systemContext(deps(), { part: 'test', account_id }),
  })
  return recovery_id
}

async function shown(recovery_id: string) {
  const text = 'select status, found, enqueued from delivery_recoveries where id = $1'
  return (await run.pool.query(text, [recovery_id])).rows[0]
}

test('a recovery that is killed at any point delivers everything once', async (t) => {
  const sink = await openSink()
  t.teardown(() => sink.close())
  const stop = run.dispatcher()
  const w = world(new Date().toISOString())
  const { connection_id } = w
  const secret_ref = await run.vault.put({
    account_id: w.account_id,
    secret: 'a secret of long ago',
  })
  const texts = Array.from({ length: EVENTS }, (_, i) => `text ${i}`)
  for (const text of texts) await run.given(w.received(text))
  await run.given(w.configured({ url: sink.url, secret_ref }))
  const recovery_id = await asked(w, EARLIER)
  /** The dependencies of a process that dies at a chosen point; a new process shares none of its memory. */
  const dyingAt = (crash: (typeof CRASHES)[number]) => {
    const own = deps()
    const killed = (): never => {
      throw new Killed(crash)
    }
    return {
      ...own,
      journal: {
        record: async (...args: Parameters<typeof own.journal.record>) => {
          if (crash === 'before deliveries') killed()
          const appended = await own.journal.record(...args)
          return crash === 'after deliveries' ? killed() : appended
        },
      },
      store: {
        ...own.store,
        append: async (...args: Parameters<typeof own.store.append>) => {
          const appended = await own.store.append(...args)
          return crash === 'after progress' ? killed() : appended
        },
      },
    }
  }

  let turns = 0
  // The next process may also start before the read models show what the previous one wrote.
  await eventually(async () => {
    for (const recovery of await runningRecoveries(runOn(run.pool)))
      for (const _ of CRASHES) {
        const crash = CRASHES[turns++ % CRASHES.length] ?? 'none'
        await takeTurn(dyingAt(crash), recovery, runOn(run.pool)).catch((error) => {
          if (!(error instanceof Killed)) throw error
        })
      }
    return (await shown(recovery_id))?.status === 'done'
  }, 120_000)

  t.ok(turns > CRASHES.length)
  t.match(await shown(recovery_id), { status: 'done', found: EVENTS, enqueued: EVENTS })
  const rows = await run.deliveries(
    connection_id,
    (found) => found.length === EVENTS && found.every(({ status }) => status === 'delivered'),
  )
  t.equal(rows.length, EVENTS)
  t.same(sink.texts(), texts, 'in order, each once')
  t.equal(new Set(sink.hits.map(({ headers }) => headers['webhook-id'])).size, EVENTS)
  const kept = lastingStream('webhookDelivery', connection_id, recovery_id)
  t.not(await run.store.readLast(kept), null, 'retention keeps the facts that gave sequences')
  await stop()
})

class Killed extends Error {}

/** Events of the week that ends now, alternating between the conversations. */
const PER_DAY = 24
const CONVERSATIONS = Array.from({ length: 3 }, () => randomUUID())

function weekOf(w: World): readonly RecordedEvent[] {
  const begin = Date.now() - 7 * DAY_MS
  return Array.from({ length: 7 * PER_DAY }, (_, n) => {
    const conversation_id = CONVERSATIONS[n % CONVERSATIONS.length]
    const fact = w.received(String(n))
    const at = new Date(begin + ((n + 1) * DAY_MS) / (PER_DAY + 1))
    return told({ ...fact, data: { ...fact.data, conversation_id } } as RecordedEvent, at)
  })
}

function told(fact: RecordedEvent, at: Date): RecordedEvent {
  return { ...fact, metadata: { ...fact.metadata, recorded_at: at.toISOString() } }
}

/** Runs recoveries in the background as the product does. */
function recovering(t: Test): void {
  const ending = new AbortController()
  const log = pino({ level: 'silent' })
  const of = { databaseUrl: run.databaseUrl, schema: READ_SCHEMA, log, signal: ending.signal }
  const done = runWebhookRecovery({ ...deps(), ...of })
  t.teardown(() => {
    ending.abort()
    return done
  })
}

/** Asserts that every event was delivered once, and that each conversation's sequence has no gap. */
async function tookAll(t: Test, sink: Sink, from: number, { webhook_id }: World): Promise<void> {
  const taken = await eventually(() => {
    const hits = sink.hits.slice(from)
    if (hits.length < 7 * PER_DAY) throw new Error(`${hits.length} came`)
    return hits.map(({ headers, body }) => {
      const event = JSON.parse(body)
      const isFirst =
        headers['x-service-delivery'] === deliveryId({ event_id: event.id, webhook_id })
      return { ...event, isFirst }
    })
  }, 120_000)
  const texts = taken.map(({ data }) => Number(data.message.text))
  t.same(
    [...texts].sort((a, b) => a - b),
    Array.from({ length: 7 * PER_DAY }, (_, n) => n),
    'every event once',
  )
  for (const conversation of CONVERSATIONS) {
    const own = taken.filter(({ data }) => data.conversation_id === conversation)
    const inOrder = own.toSorted((a, b) => a.sequence - b.sequence)
    t.same(
      inOrder.map(({ sequence }) => sequence),
      own.map((_, n) => n + 1),
      'sequence has no gap',
    )
    const numbers = inOrder.map(({ data }) => Number(data.message.text))
    t.same(
      numbers,
      [...numbers].sort((a, b) => a - b),
      'and the sequence follows the order of the events',
    )
    for (const isFirst of [true, false]) {
      const came = own.filter((event) => event.isFirst === isFirst)
      const expected = inOrder.filter((event) => event.isFirst === isFirst)
      t.same(
        came.map(({ sequence }) => sequence),
        expected.map(({ sequence }) => sequence),
        isFirst ? 'what was not given up comes in order' : 'so does what is recovered',
      )
    }
  }
}

test('after a week of pause every event is delivered once, whoever requests it and when', async (t) => {
  const sink = await openSink()
  t.teardown(() => sink.close())
  t.teardown(run.dispatcher())
  recovering(t)
  const begin = new Date(Date.now() - 7 * DAY_MS).toISOString()
  const w = world(begin)
  const secret_ref = await run.vault.put({
    account_id: w.account_id,
    secret: 'a secret of long ago',
  })
  const of = { url: sink.url, secret_ref }
  await run.given(w.configured(of), w.deactivated(), ...weekOf(w))
  await run.deliveries(w.connection_id, (rows) => rows.length === 7 * PER_DAY)
  const paused = await asked(w, begin)
  await eventually(async () => (await shown(paused))?.status === 'running')
  await run.given(told(w.configured({ ...of, configured_at: now().toISOString() }), now()))
  const resumed = await asked(w, begin)
  await eventually(async () => (await shown(resumed))?.status === 'done', 120_000)
  await tookAll(t, sink, 0, w)
  const [first, second] = [await shown(paused), await shown(resumed)]
  t.equal(first?.status, 'done')
  t.equal(Number(first?.enqueued) + Number(second?.enqueued), await skipped(w))
  t.ok(Number(first?.enqueued) > 3 * PER_DAY, 'the deliveries that had waited too long')
})

test('after a week of failures every event is delivered once', async (t) => {
  const sink = await openSink()
  t.teardown(() => sink.close())
  const begin = new Date(Date.now() - 7 * DAY_MS)
  const w = world(begin.toISOString())
  const secret_ref = await run.vault.put({
    account_id: w.account_id,
    secret: 'a secret of long ago',
  })
  const of = { url: sink.url, secret_ref }
  const week = weekOf(w)
  await run.given(w.configured(of), ...week)
  for (const [n, event] of week.slice(0, 20).entries())
    await run.given(...failures(w, event, new Date(begin.getTime() + (n + 1) * HOUR_MS), n < 12))
  sink.answer = 500
  t.teardown(run.dispatcher())
  recovering(t)
  await eventually(() => run.registry.webhook(w.connection_id)?.active === false)
  const tried = sink.hits.length
  sink.answer = 200
  await run.given(told(w.configured({ ...of, configured_at: now().toISOString() }), now()))
  await asked(w, begin.toISOString())
  await tookAll(t, sink, tried, w)
})

/** An attempt that failed long ago; it may be the last of its schedule. */
function failures(w: World, event: RecordedEvent, at: Date, isLast: boolean): RecordedEvent[] {
  const delivery_id = deliveryId({ event_id: event.id, webhook_id: w.webhook_id })
  const attempted_at = at.toISOString()
  const ids = { delivery_id, event_id: event.id }
  const attempted = w.fact('DeliveryAttempted', {
    ...{ ...ids, sequence: null, attempt: 1, outcome: 'failed', http_status: 500, took_ms: 5 },
    ...{ error: 'answered 500', target_url: 'https://crm.example/hook', answer_excerpt: null },
    ...{ next_at: isLast ? null : attempted_at, attempted_at },
  })
  if (!isLast) return [attempted]
  const data = { ...ids, reason: 'exhausted', given_up_at: attempted_at }
  return [attempted, w.fact('DeliveryGivenUp', data)]
}

/** How many deliveries were given up because they had waited too long. */
async function skipped({ connection_id }: World): Promise<number> {
  const text = `select count(*)::int as n from deliveries
    where connection_id = $1 and status = 'dead' and last_error = 'paused for too long'`
  return (await run.pool.query<{ n: number }>(text, [connection_id])).rows[0]?.n ?? 0
}
