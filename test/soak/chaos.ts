import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { dispatching } from '../projectors/webhooks/dispatcher/dispatching.ts'
import { world } from '../projectors/webhooks/projection/facts.ts'
import { type Arrival, BEHAVIOURS, type Endpoint, openEndpoint } from './chaos-endpoints.ts'

/** The size of the trial. */
export type Trial = {
  /** Events per conversation of each webhook whose endpoint recovers. */
  readonly events: number
  /** The same for endpoints that never succeed: they get one attempt at a time, with pauses, until each event is dead. */
  readonly hopeless: number
  /** The number of kills. */
  readonly kills: number
}

const CONVERSATIONS = 3
/** How long a killed dispatcher still owns its shards, ms. */
const LEASE_MS = 4_000
const TIMES = { schedule: [0, 200, 400, 800], leaseMs: LEASE_MS, restMs: 20 }
/** Endpoints that must receive every event, whatever happens to the others. */
const WELL = [
  'healthy',
  'healthy of another tenant',
  'fails now and then',
  'asks for patience',
  'floods',
]

/**
 * Delivers to endpoints of every kind while dispatchers and NATS are killed. Each event ends delivered or dead, none is
 * lost, and healthy endpoints receive all of theirs in order while the others are still being tried.
 */
export async function deliveredThroughChaos(t: Test, trial: Trial): Promise<void> {
  const run = await dispatching('chaos')
  t.teardown(() => run.close())
  const kinds = [...Object.keys(BEHAVIOURS), 'a private address', 'nobody listens']
  const webhooks = await Promise.all(kinds.map((kind) => openWebhook(t, run, kind)))
  await run.given(...webhooks.map(({ configured }) => configured))
  const writing = write(run, webhooks, trial)
  await killing(run, trial.kills)
  await writing
  for (const webhook of webhooks) {
    const isWell = WELL.includes(webhook.kind)
    const due = eventsOf(webhook, trial) * CONVERSATIONS
    const rows = await eventually(async () => {
      const found = await statusesOf(run, webhook.connection_id)
      const settled =
        found.delivered + found.dead + (webhook.kind === 'is gone' ? found.pending : 0)
      if (settled === due) return found
      throw new Error(`${webhook.kind}: ${JSON.stringify(found)} of ${due}`)
    }, 600_000)
    if (isWell)
      t.same(rows, { delivered: due, dead: 0, pending: 0 }, `${webhook.kind} has everything`)
    else t.equal(rows.delivered, 0, `${webhook.kind} has nothing`)
    if (isWell && webhook.endpoint !== undefined) inOrder(t, webhook.endpoint, due)
  }
}

type Run = Awaited<ReturnType<typeof dispatching>>

async function openWebhook(t: Test, run: Run, kind: string) {
  const isOurs = Object.hasOwn(BEHAVIOURS, kind)
  const endpoint = isOurs ? await openEndpoint(kind) : undefined
  t.teardown(() => endpoint?.close())
  const of = world(new Date().toISOString())
  const secret_ref = await run.vault.put({
    account_id: of.account_id,
    secret: `whsec_${randomUUID()}`,
  })
  const elsewhere =
    kind === 'a private address' ? 'http://10.255.255.1/hook' : 'http://127.0.0.1:1/'
  const configured = of.configured({ url: endpoint?.url ?? elsewhere, secret_ref })
  return { kind, endpoint, configured, connection_id: of.connection_id, of }
}
type Webhook = Awaited<ReturnType<typeof openWebhook>>

function eventsOf({ kind }: Webhook, { events, hopeless }: Trial): number {
  return WELL.includes(kind) ? events : hopeless
}

/** Writes messages for all webhooks in turn, so that every kind of trouble happens at the same time. */
async function write(run: Run, webhooks: readonly Webhook[], trial: Trial): Promise<void> {
  const conversations = webhooks.map(() =>
    Array.from({ length: CONVERSATIONS }, () => randomUUID()),
  )
  for (let n = 0; n < trial.events; n++)
    for (const [i, webhook] of webhooks.entries()) {
      if (n >= eventsOf(webhook, trial)) continue
      await run.given(
        ...(conversations[i] ?? []).map((conversation_id) => {
          const fact = webhook.of.received(String(n))
          return { ...fact, data: { ...fact.data, conversation_id } }
        }),
      )
    }
}

/** Runs two dispatchers and kills one of them again and again, every other time together with NATS. */
async function killing(run: Run, kills: number): Promise<void> {
  const running = [run.dispatcherProcess(LEASE_MS, TIMES), run.dispatcherProcess(LEASE_MS, TIMES)]
  for (let n = 0; n < kills; n++) {
    await delay(1_000 + Math.random() * 2_000)
    await running.shift()?.()
    if (n % 2 === 0) await run.nats.kill()
    running.push(run.dispatcherProcess(LEASE_MS, TIMES))
    if (n % 2 === 0) await run.nats.restart()
  }
}

async function statusesOf(run: Run, connectionId: string) {
  const { rows } = await run.pool.query<{ delivered: number; dead: number; pending: number }>(
    `select count(*) filter (where status = 'delivered')::int as delivered,
       count(*) filter (where status = 'dead')::int as dead,
       count(*) filter (where status in ('pending', 'failed'))::int as pending
     from deliveries where connection_id = $1`,
    [connectionId],
  )
  const [found] = rows
  if (found === undefined) throw new Error('a count has no row')
  return found
}

/** Asserts that first attempts arrive in the order of their sequence, without gaps. */
function inOrder(t: Test, { kind, arrivals }: Endpoint, due: number): void {
  const firsts = new Map<string, Arrival>()
  for (const arrival of arrivals) if (!firsts.has(arrival.event)) firsts.set(arrival.event, arrival)
  t.equal(firsts.size, due, `every event reached the webhooks that are ${kind}`)
  const sequences = new Map<string, number[]>()
  for (const { conversation, sequence } of firsts.values())
    sequences.set(conversation, [...(sequences.get(conversation) ?? []), sequence])
  for (const found of sequences.values())
    t.same(
      found,
      Array.from({ length: found.length }, (_, n) => n + 1),
      `${kind}: in order, no gap`,
    )
}
