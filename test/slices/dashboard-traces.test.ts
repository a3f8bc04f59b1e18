import { randomUUID } from 'node:crypto'
import { execute } from '@recado/application/commands/execute'
import { systemContext } from '@recado/application/commands/system-context'
import type { MessageTrace, TraceStep } from '@recado/contract/dashboard/trace'
import type { WebhookDeliveryDetail } from '@recado/contract/webhook-delivery'
import { giveUpSend } from '@recado/domain/message/give-up-send'
import { message } from '@recado/domain/message/message'
import { t as file, type Test, test } from 'tap'
import { signedIn } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'
import { type Hit, openSink } from '../projectors/webhooks/dispatcher/sink.ts'

type Data<T> = { readonly data: T }
type Row = {
  readonly id: number
  readonly message_id: string
  readonly provider_message_id: string | null
  readonly text: string
}
type Delivery = { readonly id: string; readonly attempts: number; readonly status: string }
type Attempt = Extract<TraceStep, { kind: 'attempt' }>

const PHONE = '5531987654321'
const world = await startWorld({
  // A throttled call is deferred to the log.
  settings: { SEND_RETRY_MS: '0' },
  // Statuses come in one POST, so that none overtakes another.
  behaviour: { status_batch: 3, status_batch_ms: 200 },
})
file.teardown(() => world.stop())
const { deps } = world.product()
const sink = await openSink()
file.teardown(() => sink.close())
const connection_id = world.connection.id
// Facts from before a webhook is configured are not posted to it.
await world.api().put('/webhooks', { connection_id, url: sink.url })
let page = await newPage()
/** A session may make 600 calls a minute, fewer than the polling here needs: a new session for each test. */
const onNewPage = (name: string, body: (t: Test) => Promise<unknown>) =>
  test(name, async (t) => {
    page = await newPage()
    await body(t)
  })

function newPage() {
  return signedIn(world.product(), world.tenant.id, `${randomUUID()}@loja.example`)
}

/** Sends a text, without waiting for its outcome. @returns the message's id */
async function sent(text: string, expected = 202): Promise<string> {
  const body = { connection_id, recipient: { phone: PHONE }, text }
  const answer = await world.api().post('/messages', body)
  if (answer.status !== expected)
    throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
  return messageOf((row) => row.text === text)
}

const rowThat = (is: (row: Row) => boolean) =>
  eventually(async () => (await page.get<Data<Row[]>>('/messages?limit=30')).body.data.find(is))
const messageOf = async (is: (row: Row) => boolean) => (await rowThat(is)).message_id
const wamidOf = async (id: string) =>
  (await rowThat(({ message_id }) => message_id === id)).provider_message_id

/** Lets a person write. @returns the message's id */
async function received(text: string): Promise<string> {
  const wamid = await world.userWrites(PHONE, text)
  return messageOf((row) => row.provider_message_id === wamid)
}

/** The trace of a message, once it satisfies `fits` and all its deliveries have ended. */
async function traceOf(id: string, fits: (trace: MessageTrace) => boolean): Promise<MessageTrace> {
  return eventually(async () => {
    const { status, body } = await page.get<Data<MessageTrace>>(`/trace/messages/${id}`)
    const isOpen = (step: TraceStep) =>
      step.kind === 'delivery' && !['delivered', 'dead'].includes(step.status)
    if (status !== 200 || !fits(body.data) || body.data.steps.some(isOpen))
      throw new Error(`${status}: ${JSON.stringify(body)}`)
    return body.data
  })
}

const told = (...events: string[]) => {
  const names = events.map((event) => `whatsapp.message.${event}`)
  // A webhook may be posted before the read models show its event.
  return ({ steps, subject }: MessageTrace) =>
    subject.status === events.at(-1) &&
    names.every((name) => steps.some((step) => step.kind === 'delivery' && step.event === name))
}

const attemptsOf = ({ steps }: MessageTrace, event: string) =>
  steps.filter((step): step is Attempt => step.kind === 'attempt' && step.event.endsWith(event))

/** From now on answers this event with a text like this by these statuses, and everything else with 200. */
function answering(text: string, event: string, statuses: readonly number[]): void {
  let n = 0
  sink.answer = ({ headers, body }: Hit, response) => {
    const isIt = headers['x-service-event'] === event && body.includes(text)
    const status = isIt ? (statuses[Math.min(n++, statuses.length - 1)] ?? 200) : 200
    response.writeHead(status).end(isIt ? `answer ${n}` : '')
  }
}

/** Asserts that every fact, delivery and attempt of a message is a step, once, in order. @returns the number of attempts */
async function isWhole(t: Test, trace: MessageTrace): Promise<number> {
  const { id } = trace.subject
  const facts = []
  for await (const fact of deps.store.readAll({ from: 'start' })) facts.push(fact)
  const own = facts.filter(({ stream }) => stream === `message-${id}`)
  const wamids = new Set([await wamidOf(id), ...own.flatMap(({ data }) => wamidIn(data as Told))])
  const statuses = facts.filter(
    ({ stream, data }) =>
      stream.startsWith('providerMessage-') && wamidIn(data as Told).some((one) => wamids.has(one)),
  )
  const keys = new Set([...own, ...statuses].map((fact) => fact.id))
  const shown = trace.steps.flatMap(({ key }) => (keys.has(key) ? [key] : []))
  t.same(
    shown,
    facts.flatMap((fact) => (keys.has(fact.id) ? [fact.id] : [])),
    'every fact once, in order',
  )
  t.ok(shown.length > 0)

  const listed = await world
    .api()
    .get<Data<Delivery[]>>(`/webhooks/deliveries?message_id=${id}&limit=50`)
  const deliveries = new Set(listed.body.data.map((delivery) => delivery.id))
  const steps = trace.steps.filter(({ kind }) => kind === 'delivery')
  t.same(new Set(steps.map(({ key }) => key)), deliveries, 'every delivery')
  const posts = new Set(
    facts.flatMap(({ type, data }) => {
      const { delivery_id = '', attempt } = data as { delivery_id?: string; attempt?: number }
      const isOurs = type === 'DeliveryAttempted' && deliveries.has(delivery_id)
      return isOurs ? [`${delivery_id}:${attempt}`] : []
    }),
  )
  const attempts = trace.steps.filter(({ kind }) => kind === 'attempt').map(({ key }) => key)
  t.same(new Set(attempts), posts, 'every POST that the log has')
  t.equal(new Set(trace.steps.map(({ key }) => key)).size, trace.steps.length, 'no duplicates')
  for (const delivery of listed.body.data) {
    const places = [delivery.id, ...Array(delivery.attempts).keys()].map((n) =>
      trace.steps.findIndex(({ key }) =>
        typeof n === 'string' ? key === n : key === `${delivery.id}:${n + 1}`,
      ),
    )
    t.same(
      places,
      places.toSorted((a, b) => a - b),
      'a delivery before its attempts',
    )
  }
  return posts.size
}

type Told = { provider_message_id?: string; intent?: { provider_message_id?: string } }

function wamidIn({ provider_message_id: own, intent }: Told): string[] {
  const wamid = own ?? intent?.provider_message_id
  return wamid === undefined ? [] : [wamid]
}

onNewPage(
  'sent and read: each step, each status of WhatsApp, and each POST about them',
  async (t) => {
    const trace = await traceOf(await sent('Lida'), told('sent', 'delivered', 'read'))
    t.ok(await isWhole(t, trace))
    t.match(trace, { subject: { status: 'read', direction: 'outbound' }, why: null, is_cut: false })
    for (const event of ['sent', 'delivered', 'read']) {
      const [only, ...more] = attemptsOf(trace, event)
      t.match(only, { lane: 'your_webhook', attempt: 1, http_status: 200, outcome: 'delivered' })
      t.same(more, [])
    }
  },
)

onNewPage('refused: the rule behind it, and the fact that proves it', async (t) => {
  await world.sim('POST', '/faults', { kind: 'error', code: 131026 })
  const isFailed = ({ subject }: MessageTrace) => subject.status === 'failed'
  const trace = await traceOf(await sent('Recusada', 422), isFailed)
  // The caller got the refusal as the answer, so no event is posted.
  t.equal(await isWhole(t, trace), 0)
  t.match(trace, { subject: { status: 'failed' }, why: { rule: 'undeliverable', says: /131026/ } })
  t.ok(trace.steps.some(({ key }) => key === trace.why?.because[0]))
})

onNewPage('throttled, then sent: both calls', async (t) => {
  await world.sim('POST', '/faults', { kind: 'error', code: 130429, status: 429 })
  const trace = await traceOf(await sent('Freada'), told('sent', 'delivered', 'read'))
  t.ok(await isWhole(t, trace))
  const calls = trace.steps.flatMap((step) =>
    step.kind === 'provider_call' ? [[step.attempt, step.outcome]] : [],
  )
  t.same(calls, [
    [1, 'deferred'],
    [2, 'accepted'],
  ])
  t.equal(trace.why, null)
})

onNewPage('without an answer, then settled by a status', async (t) => {
  await world.sim('POST', '/faults', { kind: 'reset', accept: true })
  const trace = await traceOf(await sent('Sem resposta'), told('delivered', 'read'))
  t.ok(await isWhole(t, trace))
  t.match(trace.subject, { status: 'read' })
  t.ok(trace.steps.some((step) => step.kind === 'provider_call' && step.outcome === 'unknown'))
})

onNewPage('given up, because no status ever arrived', async (t) => {
  await world.sim('POST', '/faults', { kind: 'reset', accept: false })
  const id = await sent('Esquecida')
  const unresolved = (trace: MessageTrace) =>
    trace.steps.some((step) => step.kind === 'provider_call' && step.outcome === 'unknown')
  await traceOf(id, unresolved)
  const context = systemContext(deps, { part: 'recovery', account_id: world.tenant.id, chain: id })
  const command = { at: new Date().toISOString() }
  await execute(deps, { aggregate: message, id, decide: giveUpSend, command, context })
  const trace = await traceOf(id, told('failed'))
  t.ok(await isWhole(t, trace))
  t.match(trace, { subject: { status: 'failed' }, why: { rule: 'never_confirmed' } })
})

onNewPage('received, and edited later', async (t) => {
  const id = await received('Oi, tudo bem?')
  const first = await traceOf(id, told('received'))
  t.ok(await isWhole(t, first))
  t.match(first, { subject: { direction: 'inbound', status: 'received' }, why: null })
  t.match(first.subject, { contact: { phone: PHONE }, conversation_id: /^[0-9a-f-]{36}$/ })
  const original = await wamidOf(id)
  const edit = { original_message_id: original, message: { type: 'text', text: { body: 'Olá' } } }
  const aside = textFrom({ phone: PHONE }, { type: 'edit', edit })
  await metaSays(world, { messages: [aside] })
  const edited = await messageOf((row) => row.provider_message_id === aside.id)
  const trace = await traceOf(edited, ({ steps }) => steps.some(({ kind }) => kind === 'attempt'))
  t.ok(await isWhole(t, trace))
  t.match(trace.subject, { type: 'edit', text: 'Olá' })
})

/** Reports an echo, as Meta does for a message sent on the phone. */
const echoed = (echo: object) =>
  metaSays(world, {
    field: 'smb_message_echoes',
    message_echoes: [{ ...echo, from: world.connection.phone_number_digits, to: PHONE }],
  })

onNewPage('sent on the phone: an echo', async (t) => {
  const echo = { id: 'wamid.echo', timestamp: '1767225700', type: 'text', text: { body: 'Já vi' } }
  await echoed(echo)
  const id = await messageOf((row) => row.provider_message_id === echo.id)
  const trace = await traceOf(id, ({ steps }) => steps.some(({ kind }) => kind === 'attempt'))
  t.ok(await isWhole(t, trace))
  t.match(trace.subject, { direction: 'outbound', status: 'sent' })
})

onNewPage('sent on the phone, with a delivered status before its echo', async (t) => {
  const echo = {
    id: 'wamid.early',
    timestamp: '1767225800',
    type: 'text',
    text: { body: 'Cheguei' },
  }
  const status = { id: echo.id, status: 'delivered', timestamp: '1767225801', recipient_id: PHONE }
  await metaSays(world, { statuses: [status] })
  await eventually(async () => {
    for await (const { data } of deps.store.readAll({ from: 'start' }))
      if (wamidIn(data as Told).includes(echo.id)) return true
    return false
  })
  await echoed(echo)
  const id = await messageOf((row) => row.provider_message_id === echo.id)
  const trace = await traceOf(id, ({ steps }) => steps.some(({ kind }) => kind === 'attempt'))
  t.ok(await isWhole(t, trace))
  t.match(trace.subject, { direction: 'outbound', status: 'delivered', text: 'Cheguei' })
})

onNewPage('failed after it was sent', async (t) => {
  await world.sim('POST', '/faults', { kind: 'failed_status', code: 131047 })
  const trace = await traceOf(await sent('Tarde demais'), told('failed'))
  t.ok(await isWhole(t, trace))
  t.match(trace, { subject: { status: 'failed' }, why: { rule: 'window_closed', says: /131047/ } })
})

onNewPage('an endpoint answers 500 and then 200: both attempts, with their answers', async (t) => {
  answering('Falhou', 'whatsapp.message.received', [500, 200])
  const trace = await traceOf(await received('Falhou'), told('received'))
  t.ok(await isWhole(t, trace))
  const [first, second, ...more] = attemptsOf(trace, 'received')
  t.match(first, { attempt: 1, http_status: 500, outcome: 'failed', answer_excerpt: 'answer 1' })
  t.match(first?.next_at, /Z$/)
  t.match(second, { attempt: 2, http_status: 200, outcome: 'delivered', next_at: null })
  t.same(more, [])
  t.equal(trace.why, null)

  t.test('redelivered: the new delivery is shown beside the first', async (t) => {
    const path = `/webhooks/deliveries/${first?.delivery_id}/redeliver`
    const { body } = await page.post<Data<{ id: string }>>(path)
    const again = await traceOf(trace.subject.id, ({ steps }) =>
      steps.some(({ key }) => key === body.data.id),
    )
    t.ok(await isWhole(t, again))
    t.equal(attemptsOf(again, 'received').length, 3)
    t.match(attemptsOf(again, 'received').at(-1), { delivery_id: body.data.id, attempt: 1 })
  })
})

onNewPage('an endpoint fails every attempt: each attempt, and the rule', async (t) => {
  answering('Nunca', 'whatsapp.message.received', [500])
  const trace = await traceOf(await received('Nunca'), told('received'))
  t.ok(await isWhole(t, trace))
  t.equal(attemptsOf(trace, 'received').length, 4)
  t.match(trace.why, { rule: 'webhook_exhausted', says: 'HTTP 500' })

  t.test('redelivered successfully: nothing needs a reason any more', async (t) => {
    answering('Nunca', 'whatsapp.message.received', [200])
    const [first] = attemptsOf(trace, 'received')
    await page.post(`/webhooks/deliveries/${first?.delivery_id}/redeliver`)
    const again = await traceOf(trace.subject.id, (one) => attemptsOf(one, 'received').length === 5)
    t.equal(again.why, null)
  })
})

onNewPage('an endpoint hangs up: each attempt, its delivery and the trace say so', async (t) => {
  sink.answer = ({ body }: Hit, response) => {
    if (body.includes('Desligou')) response.socket?.resetAndDestroy()
    else response.writeHead(200).end()
  }
  const trace = await traceOf(await received('Desligou'), told('received'))
  t.ok(await isWhole(t, trace))
  const attempts = attemptsOf(trace, 'received')
  const said = { http_status: null, failure: 'connection_closed', sentence: /ended before/ }
  t.match(attempts, Array(4).fill({ ...said, error: /./ }))
  t.match(trace.why, {
    ...{ rule: 'webhook_exhausted', failure: 'connection_closed', says: attempts[3]?.error },
    sentence: /none is left\. The connection ended before/,
  })
  const path = `/webhooks/deliveries/${attempts[0]?.delivery_id}`
  const { data } = (await page.get<Data<WebhookDeliveryDetail>>(path)).body
  t.same(
    data.attempt_log.map(({ error, failure }) => [error, failure]),
    attempts.map(({ error, failure }) => [error, failure]),
  )
  t.equal(data.last_error, attempts.at(-1)?.error)
  const { because: _, ...why } = trace.why ?? { because: [] }
  t.strictSame(data.why, why, 'one reason, in both answers')
})

onNewPage('a message is traced by each of its three ids, and by no other', async (t) => {
  const id = await sent('Três nomes')
  const row = await rowThat((one) => one.message_id === id && one.provider_message_id !== null)
  const names = [id, id.toUpperCase(), String(row.id), row.provider_message_id ?? '']
  for (const name of names) {
    const path = `/trace/messages/${encodeURIComponent(name)}`
    const { body } = await page.get<Data<MessageTrace>>(path)
    t.match(body.data?.subject, { id, log_id: row.id, text: 'Três nomes' }, name)
  }
  const other = await openTenant(world.product())
  for (const name of names) {
    const path = `/trace/messages/${encodeURIComponent(name)}`
    t.equal((await other.api.get(path)).status, 404, `${name} is of another account`)
  }
  for (const name of ['999999999', '9'.repeat(400), 'wamid.none', '%00', '1e3', '-1', randomUUID()])
    t.equal((await page.get(`/trace/messages/${name}`)).status, 404, name)
})

onNewPage('an endpoint answers 410: one attempt, and the rule', async (t) => {
  answering('Sumiu', 'whatsapp.message.received', [410])
  const trace = await traceOf(await received('Sumiu'), told('received'))
  t.ok(await isWhole(t, trace))
  const attempts = attemptsOf(trace, 'received')
  t.match(attempts, [{ http_status: 410, outcome: 'gone', next_at: null }])
  t.match(trace.why, { rule: 'webhook_gone', says: 'HTTP 410' })
  t.ok(trace.steps.some(({ key }) => key === trace.why?.because[0]))
})
