import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Test } from 'tap'
import { request } from 'undici'
import type { Ends } from '../kit/ends.ts'
import { eventually } from '../kit/eventually.ts'
import { addOfficial, openTenant } from '../kit/tenants.ts'
import { startEndpoint } from './endpoint.ts'
import { hookPost, person } from './hook-post.ts'
import type { Topology } from './topology.ts'

/** How long a client repeats a request, ms: longer than any restart takes. */
const PATIENCE_MS = 180_000
/** The share of each kind of request, in tenths. */
const MIX = [
  'hook',
  'hook',
  'hook',
  'send',
  'send',
  'read',
  'read',
  'read',
  'read',
  'read',
] as const
/** The requests of each kind; a send is made twice. */
const REQUESTS = { hook: 1, send: 2, read: 1 }
const READS = ['/messages?limit=20', '/contacts', '/conversations', '/events?limit=20', '/stages']
/** The limit of concurrent requests; more would only wait for one another. */
const MAX_AT_ONCE = 100

type Page = { readonly data: readonly object[]; readonly pagination: { readonly total: number } }
type Sent = { readonly data: { readonly accepted: boolean } }

/** The running load. */
export type Load = {
  /** Ends the load once every request that was begun is acknowledged. */
  end(): Promise<void>
  /** Waits until one message is written, shown and posted to the webhook, and one send is accepted. */
  passes(): Promise<void>
  /** Asserts that nothing acknowledged is lost or doubled. @returns a summary to print */
  check(t: Test): Promise<string>
}

/** Makes mixed requests through the gateway at a fixed rate per second, until it is ended. */
export async function startLoad(topology: Topology, rate: number, ends: Ends): Promise<Load> {
  const told = await startEndpoint(ends)
  const { reached, sim, url } = topology
  const tenant = await openTenant(reached, 'agency')
  const connection = await addOfficial(reached, tenant.id)
  const display_phone_number = connection.phone_number_digits
  await sim('POST', '/numbers', { ...connection, display_phone_number })
  const api = reached.api(tenant.key)
  const webhook = { connection_id: connection.id, url: told.url }
  await until(async () => (await api.put('/webhooks', webhook)).status === 201)

  const [inbound, sends, statuses] = [new Set<string>(), new Set<string>(), tally()]
  const unlike: unknown[] = []
  const post = async () => {
    const id = `wamid.in.${randomUUID()}`
    const hook = hookPost(connection, [id], inbound.size)
    await until(async () => {
      const signal = AbortSignal.timeout(20_000)
      const answer = await request(`${url}${connection.hook}`, { method: 'POST', ...hook, signal })
      await answer.body.dump()
      return statuses.of('hook', answer.statusCode) === 200
    })
    inbound.add(id)
    return id
  }
  const send = async () => {
    const body = {
      connection_id: connection.id,
      recipient: { phone: person(sends.size) },
      text: 'Oi',
    }
    const key = randomUUID()
    const headers = { 'idempotency-key': key }
    const ask = () =>
      until(async () => {
        const answer = await api.call<Sent>({ method: 'POST', path: '/messages', body, headers })
        if (statuses.of('send', answer.status) === 202) return answer.body.data
        if (answer.status < 500 && answer.status !== 409)
          throw new Refused(`${answer.status} ${JSON.stringify(answer.body)}`)
        return undefined
      })
    // Twice with one key, as a client does that has lost its connection.
    const [one, other] = [await ask(), await ask()]
    if (JSON.stringify(one) !== JSON.stringify(other)) unlike.push([one, other])
    sends.add(key)
  }
  const read = async () => {
    const path = READS[Math.floor(Math.random() * READS.length)] ?? '/stages'
    statuses.of('read', (await api.get(path).catch(() => ({ status: 0 }))).status)
  }
  const work = { hook: post, send, read }
  const running = generate((n) => {
    const kind = MIX[n % MIX.length] ?? 'read'
    return { requests: REQUESTS[kind], done: work[kind]() }
  }, rate)
  let borne = 0
  const total = async (query: string) => {
    const { status, body } = await api.get<Page>(`/messages?limit=1&${query}`)
    return status === 200 ? body.pagination.total : -1
  }
  return {
    async end() {
      borne = running.borne()
      await running.end()
    },
    async passes() {
      const id = await post()
      const path = `/messages?provider_message_id=${encodeURIComponent(id)}`
      await until(async () => (await api.get<Page>(path)).body.pagination.total === 1)
      await until(async () => told.has(id))
      await send()
    },
    async check(t) {
      t.same(running.failures, [], 'every request was acknowledged in the end')
      t.same(unlike, [], 'one answer for each Idempotency-Key')
      await eventually(async () => (await total('direction=inbound')) >= inbound.size, PATIENCE_MS)
      t.equal(await total('direction=inbound'), inbound.size, 'every inbound message once')
      await eventually(async () => (await total('direction=outbound')) >= sends.size, PATIENCE_MS)
      t.equal(await total('direction=outbound'), sends.size, 'every send once')
      await eventually(() => [...inbound].every(told.has), PATIENCE_MS)
      t.equal(told.distinct(), inbound.size, 'every message was delivered under one id')
      const calls = await sim<{ biz_opaque_callback_data: string }[]>('GET', '/messages')
      const called = new Set(calls.map(({ biz_opaque_callback_data: id }) => id))
      t.equal(called.size, calls.length, 'the provider was called once for each send')
      t.ok(calls.length <= sends.size, 'and for no other')
      const { strange } = statuses
      t.same(strange(), [], 'no response was an error of ours')
      return `${borne} requests begun a second, ${inbound.size} inbound, ${sends.size} sends of which ${calls.length} reached the provider, webhooks repeated ${told.repeats()}, answers ${statuses.text()}`
    },
  }
}

/** The provider, or the product, has refused the send: repeating it is useless. */
class Refused extends Error {}

/** Repeats a request as a careful client does: after no answer and after 5xx. */
async function until<T>(ask: () => Promise<T | undefined | false>): Promise<T> {
  let refusal: Refused | undefined
  const answer = await eventually(async () => {
    const got = await ask().catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error
      refusal = error
      return null
    })
    if (got === undefined || got === false) await delay(100)
    return got
  }, PATIENCE_MS)
  if (refusal !== undefined) throw refusal
  return answer as T
}

/** Begins requests at this rate by the clock, as timers of a busy process fire late, unless too many are in progress. */
function generate(once: (n: number) => { requests: number; done: Promise<unknown> }, rate: number) {
  const under = new Set<Promise<unknown>>()
  const failures: string[] = []
  const since = performance.now()
  let ended = false
  let begun = 0
  const running = (async () => {
    for (let n = 0; !ended; n++) {
      await delay(Math.max(0, since + (begun * 1_000) / rate - performance.now()))
      while (under.size >= MAX_AT_ONCE) await Promise.race(under)
      const { requests, done } = once(n)
      begun += requests
      const one = done.catch((error: unknown) => void failures.push(String(error)))
      under.add(one)
      void one.finally(() => under.delete(one))
    }
  })()
  const end = async () => {
    ended = true
    await running
    await Promise.all(under)
  }
  /** The rate that was reached; lower than wanted where the machine cannot keep up. */
  const borne = () => Math.round((begun * 1_000) / (performance.now() - since))
  return { failures, end, borne }
}

/** Counts the answers by kind of request and status; 0 stands for no answer. */
function tally() {
  const counts = new Map<string, number>()
  return {
    of(kind: string, status: number): number {
      const key = `${kind} ${status}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return status
    },
    /** Answers that are neither a success nor a temporary refusal. */
    strange: () => [...counts.keys()].filter((key) => !/ (0|200|202|409|503)$/.test(key)),
    text: () =>
      [...counts]
        .map(([key, n]) => `${key}: ${n}`)
        .sort()
        .join(', '),
  }
}
