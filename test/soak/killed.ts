import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { streamOf } from '@recado/application/ids'
import type { MessageEvent } from '@recado/domain/message/events'
import { type Message, message } from '@recado/domain/message/message'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import type { Test } from 'tap'
import { startCustomer } from '../kit/customer.ts'
import { eventually } from '../kit/eventually.ts'
import { textsPost } from '../kit/meta-post.ts'
import { type Demo, dataFolder, type Standalone, started } from '../kit/standalone.ts'

/** The amount of traffic, and how often each process is killed meanwhile. */
export type Killing = {
  readonly inbound: number
  readonly sends: number
  readonly rounds: number
  /** Pause between two faults, ms. */
  readonly pauseMs: number
  /** How long a process is frozen, ms; when set, every other fault freezes a process instead of killing it. */
  readonly freezeMs?: number
}

const VICTIMS = ['projectors', 'workers', 'api', 'eventstore', 'nats', 'postgres'] as const
const PEOPLE = 40
/** How long a client repeats a request: longer than any restart takes. */
const PATIENCE_MS = 90_000

/**
 * Kills every process of the product at random moments while people write and the business sends. Afterwards everything
 * that was acknowledged is there exactly once: no message and no call of the provider is lost or doubled.
 */
export async function killed(t: Test, killing: Killing): Promise<void> {
  const customer = await startCustomer()
  t.teardown(() => customer.stop())
  const product = await started(t, await dataFolder(t), {
    RATE_LIMIT_OFFICIAL: '1000000',
    // Recovery takes up a send without an outcome half a minute after this time-out.
    PROVIDER_TIMEOUT_MS: '2000',
    LOG_LEVEL: 'warn',
  })
  t.teardown(() => t.passing() || t.comment(product.output()))
  const api = client(await product.demo())
  await untilAnswered(
    () => api.call('PUT', '/webhooks', { connection_id: api.connection, url: customer.url }),
    [201],
  )

  const working = new AbortController()
  const [acknowledged, answers] = await Promise.all([
    peopleWrite(api, killing.inbound),
    businessSends(api, killing.sends),
    breakAll(product, killing, working.signal),
  ]).finally(() => working.abort())

  const total = (query: string) => api.total(`/messages?limit=1&${query}`)
  await eventually(async () => (await total('direction=inbound')) >= acknowledged.length, 120_000)
  t.equal(await total('direction=inbound'), killing.inbound, 'every inbound message exists once')
  t.equal(await total('direction=outbound'), killing.sends, 'every send exists once')
  // A send and a first message may have met the same person by different identities; the two contacts are then merged.
  await eventually(async () => (await api.total('/contacts')) === PEOPLE)
  t.equal(new Set(answers.map(({ key }) => key)).size, killing.sends)
  await sameForEver(t, answers)

  const calls = await api.providerCalls()
  const perSend = new Map<string, number>()
  for (const { biz_opaque_callback_data: id } of calls)
    perSend.set(String(id), (perSend.get(String(id)) ?? 0) + 1)
  t.strictSame(
    [...perSend.values()].filter((n) => n > 1),
    [],
    'the provider was never called twice for a send',
  )
  await onlyCallsLeftOpen(t, await product.demo(), api)
  for (const { accepted, provider_message_id } of answers.map(({ first }) => first))
    if (accepted) t.ok(calls.some(({ wamid }) => wamid === provider_message_id))

  await eventually(() => distinctReceived(customer.arrivals) >= killing.inbound, 120_000)
  t.equal(distinctReceived(customer.arrivals), killing.inbound, 'every message reached the webhook')
  const repeats =
    customer.arrivals.length - new Set(customer.arrivals.map(({ body }) => body.id)).size
  t.comment(`webhooks repeated after a crash, under the same webhook-id: ${repeats}`)
  product.child.kill('SIGTERM')
  t.equal(await product.exit, 0)
}

/** Sends that are still open at the end were in their call when the process died; every waiting send has gone out. */
async function onlyCallsLeftOpen(t: Test, { servers }: Demo, api: Api): Promise<void> {
  const { store } = connectEventStore(servers.eventstore)
  const path = '/messages?direction=outbound&status=pending&limit=200'
  const phases = async () => {
    const { data } = (await untilAnswered(() => api.call('GET', path), [200])).body
    const ids = (data as { message_id: string }[]).map(({ message_id }) => message_id)
    return Promise.all(ids.map((id) => phaseOf(store, id)))
  }
  try {
    await eventually(async () => !(await phases()).includes('deferred'))
    const open = (await phases()).filter((phase) => phase !== 'accepted')
    t.comment(`sends whose call was under way when its process died: ${open.length}`)
  } finally {
    await store.close()
  }
}

async function phaseOf(store: EventStore, messageId: string): Promise<string> {
  let state: Message = message.initialState
  for await (const event of store.readStream(streamOf(message, messageId)))
    state = message.evolve(state, event as RecordedEvent<MessageEvent>)
  return state.origin === 'api' ? state.phase : state.origin
}

function distinctReceived(arrivals: readonly { body: { id: string; type: string } }[]): number {
  const received = arrivals.filter(({ body }) => body.type === 'whatsapp.message.received')
  return new Set(received.map(({ body }) => body.id)).size
}

type Api = ReturnType<typeof client>

function client(demo: Demo) {
  const [account] = demo.accounts
  const [connection] = account?.connections ?? []
  if (account === undefined || connection?.type !== 'official')
    throw new Error('nothing was seeded')
  const call = async (method: string, path: string, body?: object, more: object = {}) => {
    const answer = await fetch(`${demo.base_url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${account.api_key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    })
    return { status: answer.status, body: JSON.parse((await answer.text()) || '{}') }
  }
  return {
    call,
    connection: connection.id,
    number: connection.phone_number_id,
    hook: demo.hooks.whatsapp,
    total: async (path: string): Promise<number> =>
      (await untilAnswered(() => call('GET', path), [200])).body.pagination.total,
    async providerCalls(): Promise<{ wamid: string; biz_opaque_callback_data: string }[]> {
      const answer = await fetch(`${demo.simulators.graph}/_sim/messages`)
      return JSON.parse(await answer.text()).data
    },
  }
}

/** Repeats a request as a careful client does: after no answer, 409 (in progress), and 5xx. */
async function untilAnswered<T extends { status: number }>(
  ask: () => Promise<T>,
  good: readonly number[],
): Promise<T> {
  let last: unknown
  for (const begun = Date.now(); Date.now() - begun < PATIENCE_MS; ) {
    const answer = await ask().catch((error: unknown) => {
      last = String(error)
      return undefined
    })
    if (answer !== undefined && good.includes(answer.status)) return answer
    if (
      answer !== undefined &&
      answer.status >= 400 &&
      answer.status < 500 &&
      answer.status !== 409
    )
      throw new Error(`refused: ${JSON.stringify(answer)}`)
    await delay(100)
  }
  throw new Error(`no good answer within ${PATIENCE_MS} ms, the last one: ${JSON.stringify(last)}`)
}

/** Posts messages as Meta does: signed, and repeated until 200. @returns the acknowledged ids */
async function peopleWrite({ hook, number }: Api, n: number): Promise<string[]> {
  return inParallel(8, n, async (i) => {
    const wamid = `wamid.in.${i}`
    const of = { phone_number_id: number, app_secret: hook.app_secret }
    const { payload: body, headers } = textsPost(of, `55119870000${10 + (i % PEOPLE)}`, [wamid])
    await untilAnswered(
      () => fetch(hook.url, { method: 'POST', body, headers, signal: AbortSignal.timeout(5_000) }),
      [200],
    )
    return wamid
  })
}

type Answer = { accepted: boolean; provider_message_id: string | null }
/** A send, all answers it got while processes died, and a function that sends it again. */
type Sent = { key: string; first: Answer; others: readonly Answer[]; again(): Promise<Answer> }

/** Makes each send twice at once with the same key, as a client does that has lost its connection. */
async function businessSends(api: Api, n: number): Promise<Sent[]> {
  return inParallel(4, n, async (i) => {
    const key = `key-${randomUUID()}`
    const phone = `55119870000${10 + (i % PEOPLE)}`
    const body = { connection_id: api.connection, recipient: { phone }, text: `Oi ${i}` }
    const ask = () => api.call('POST', '/messages', body, { 'idempotency-key': key })
    const again = async () => (await untilAnswered(ask, [202])).body.data
    const [first, other] = await Promise.all([again(), again()])
    return { key, first, others: [other, await again()], again }
  })
}

/** The first answer of a key stays its answer for concurrent and later requests, whatever fails in between. */
async function sameForEver(t: Test, sends: readonly Sent[]): Promise<void> {
  const different: unknown[] = []
  await inParallel(4, sends.length, async (i) => {
    const { first, others, again } = sends[i] as Sent
    for (const answer of [...others, await again()])
      if (JSON.stringify(answer) !== JSON.stringify(first)) different.push({ first, answer })
  })
  t.strictSame(different, [], 'one answer for each Idempotency-Key')
}

async function breakAll(
  product: Standalone,
  { rounds, pauseMs, freezeMs }: Killing,
  stopped: AbortSignal,
): Promise<void> {
  let faults = 0
  for (let round = 0; round < rounds; round++)
    for (const name of VICTIMS) {
      await delay(pauseMs * (0.5 + Math.random()))
      if (stopped.aborted) return
      const pid = await eventually(async () => (await product.demo()).pids[name])
      faults += 1
      // Over two rounds each victim is both killed and frozen.
      if (freezeMs === undefined || (faults + round) % 2 === 0) process.kill(pid, 'SIGKILL')
      else await freeze(pid, freezeMs * (0.5 + Math.random()))
    }
}

/** Suspends a process and resumes it, unless it has been replaced meanwhile. */
async function freeze(pid: number, ms: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  await delay(ms)
  try {
    process.kill(pid, 'SIGCONT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function inParallel<T>(workers: number, n: number, work: (i: number) => Promise<T>) {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    while (next < n) {
      const i = next++
      results.push(await work(i))
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return results
}
