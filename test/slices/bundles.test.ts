import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { buildGraphSimulator } from '@recado/simulators/graph-api/graph-simulator'
import { test } from 'tap'
import { PNG } from '../command-api/media/sample-files.ts'
import { type BundledProcess, buildBundles, startBundle } from '../kit/bundles.ts'
import { startCustomer } from '../kit/customer.ts'
import { type Ends, endAll } from '../kit/ends.ts'
import { eventually } from '../kit/eventually.ts'
import { textsPost } from '../kit/meta-post.ts'
import { type ReceivedSpan, startOtlpReceiver } from '../kit/otlp-receiver.ts'
import { environmentOf } from '../kit/product-process.ts'
import { OPERATOR_TOKEN, startServers } from '../kit/product-servers.ts'
import { namedIn, toldIn, watchedExpressions } from '../kit/watched.ts'

type Answer = { status: number; body: { data: Record<string, string> & { key: string } } }

const JSON_TYPE = { 'content-type': 'application/json' }
const KEY = { name: 'Key', scopes: ['read', 'write'] }
const NUMBER = {
  type: 'official',
  phone_number: '+5511900000011',
  phone_number_id: '1065000001',
  waba_id: '1022000001',
  app_secret: 'app-secret',
  token: 'EAAG000001',
}

const OURS = '4bf92f3577b34da6a3ce929d0e0e4736'
const META = '0af7651916cd43dd8448eb211c80319c'
const SPAN = '00f067aa0ba902b7'

/** Names of the spans from this one to the root of its trace, or to the client's span, which the collector lacks. */
function wayTo(spans: readonly ReceivedSpan[], from: string | undefined): string[] {
  const span = spans.find(({ spanId }) => spanId === from)
  if (span === undefined) return from === SPAN ? [] : [`no span ${from}`]
  const { parentSpanId } = span
  const way = parentSpanId ? wayTo(spans, parentSpanId) : []
  return [`${span.service}: ${span.name}`, ...way]
}

test('the bundles do everything that needs a package or a file', async (t) => {
  const ends: Ends = []
  t.teardown(() => endAll(ends))
  const meta = buildGraphSimulator({ appSecret: NUMBER.app_secret })
  ends.push(() => meta.close())
  const customer = await startCustomer()
  ends.push(() => customer.stop())
  const GRAPH_API_URL = await meta.listen({ port: 0, host: '127.0.0.1' })
  const collector = await startOtlpReceiver()
  ends.push(() => collector.stop())
  const [folder, servers] = await Promise.all([buildBundles(ends), startServers({}, ends)])
  const env = {
    ...environmentOf(servers),
    GRAPH_API_URL,
    WHATSAPP_APP_SECRET: NUMBER.app_secret,
    WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '200',
  }
  const projectors = await startBundle(folder, 'projectors', env, ends)
  const [writes, reads] = await Promise.all([
    startBundle(folder, 'command-api', env, ends),
    startBundle(folder, 'query-api', env, ends),
  ])
  const hook = { url: `${writes.url}/hooks/whatsapp` }
  await meta.inject({ method: 'PUT', url: '/_sim/hook', payload: hook })
  const call = async (method: string, url: string, key: string, body?: object | FormData) => {
    const json = body === undefined || body instanceof FormData ? {} : JSON_TYPE
    const answer = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${key}`, traceparent: `00-${OURS}-${SPAN}-01`, ...json },
      ...(body === undefined
        ? {}
        : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() } as Answer
  }

  /** Waits until the customer receives the trace and the collector has each span from there to the root. */
  const told = (trace: string, way: readonly string[]) =>
    eventually(() => {
      const traces = customer.arrivals.map(({ headers }) => headers.traceparent?.split('-'))
      const span = traces.find((parts) => parts?.[1] === trace)?.[2]
      const seen = span === undefined ? [] : wayTo(collector.spans, span)
      if (!isDeepStrictEqual(seen, way)) throw new Error(`${trace}: ${seen.join(' < ')}`)
      return true
    })

  for (const { url, internal } of [projectors, writes, reads]) {
    t.equal((await fetch(`${url}/livez`)).status, 200)
    await eventually(async () => (await fetch(`${internal}/readyz`)).status === 200)
  }
  const page = await fetch(`${reads.url}/dashboard`)
  t.match(await page.text(), /<script type="module" src="\/dashboard\/assets\/app-/)
  const measured = async ({ internal }: BundledProcess) =>
    (await fetch(`${internal}/metrics`)).text()
  t.ok(
    await eventually(async () => /^recado_parked_events 0$/m.test(await measured(projectors))),
    'the projectors serve their metrics on the internal port',
  )

  const operator = (path: string, body: object) =>
    call('POST', `${writes.url}/operator/v1${path}`, OPERATOR_TOKEN, body)
  const account = await operator('/accounts', { name: 'Loja', plan: 'official' })
  t.equal(account.status, 201)
  const { id } = account.body.data
  const { key } = (await operator(`/accounts/${id}/api-keys`, KEY)).body.data
  const connection = await operator(`/accounts/${id}/connections`, NUMBER)
  t.equal(connection.status, 201, 'its secrets are in the vault, which was migrated')
  const connection_id = String(connection.body.data.id)

  const api = (method: string, path: string, body?: object | FormData) =>
    call(method, `${(method === 'GET' ? reads : writes).url}/api/v1${path}`, key, body)
  t.equal((await api('PUT', '/webhooks', { connection_id, url: customer.url })).status, 201)
  const sent = await api('POST', '/messages/text', {
    connection_id,
    to: '+5531987654321',
    text: 'Oi',
  })
  t.match(sent, { status: 202, body: { data: { accepted: true } } })
  const { headers: sentHeaders } = await eventually(() =>
    customer.arrivals.find(({ body }) => body.type === 'whatsapp.message.sent'),
  )
  const asked = `/webhooks/deliveries/${sentHeaders['x-service-delivery']}/redeliver`
  t.match(await api('POST', asked), { status: 202 })
  await told(OURS, [
    'recado-projectors: deliver whatsapp.message.sent',
    'recado-command-api: POST /api/v1/webhooks/deliveries/:id/redeliver',
  ])
  const { payload: body, headers: signed } = textsPost(NUMBER, '5531987654321', ['wamid.in'], 'Oi')
  const headers = { ...signed, traceparent: `00-${META}-${SPAN}-01` }
  t.equal((await fetch(hook.url, { method: 'POST', body, headers })).status, 200)
  // Nothing proves the sender of this trace id: the key is invalid, and the signature is checked after the span begins.
  const stranger = { authorization: 'Bearer nobody', traceparent: headers.traceparent }
  t.equal((await fetch(`${reads.url}/api/v1/stages`, { headers: stranger })).status, 401)
  const linked = (name: string) =>
    eventually(() => {
      const isIt = (span: ReceivedSpan) =>
        span.name === name && span.links?.some(({ traceId }) => traceId === META)
      return collector.spans.find(isIt)?.traceId
    })
  await linked('GET /api/v1/stages')
  const trace = await linked('POST /hooks/whatsapp')
  await told(trace, [
    'recado-projectors: deliver whatsapp.message.received',
    'recado-command-api: POST /hooks/whatsapp',
  ])
  t.notOk(
    collector.spans.some(({ traceId }) => traceId === META),
    'a stranger’s trace is linked and never continued',
  )
  const spans = (trace: string) =>
    collector.spans.filter(({ traceId }) => traceId === trace).map(({ name }) => name)
  for (const name of ['POST /api/v1/messages/text', 'append message', 'send by official'])
    t.ok(spans(OURS).includes(name), name)
  for (const name of ['append providerEvent', 'record received'])
    t.ok(spans(trace).includes(name), name)
  t.notMatch(JSON.stringify(collector.spans), /5531987654321|EAAG000001|app-secret|rcd_live_|Oi/)
  t.match(await api('GET', '/messages'), { status: 200, body: { data: [{ text: 'Oi' }] } })
  t.equal((await api('GET', '/stages')).status, 200)
  t.equal((await api('GET', `/connections/${connection_id}/health`)).status, 200)

  const form = new FormData()
  form.append('connection_id', connection_id)
  form.append('file', new Blob([new Uint8Array(PNG)], { type: 'image/png' }), 'a.png')
  t.match(await api('POST', '/media', form), {
    status: 201,
    body: { data: { mime_type: 'image/png' } },
  })
  t.match(await api('POST', '/messages/text', {}), { status: 422 })
  t.match(await api('GET', '/openapi.json'), { status: 200, body: { openapi: '3.1.0' } })
  t.match(await api('GET', '/schemas/StageAdded'), { status: 200, body: { title: 'StageAdded' } })

  const measurements = await eventually(async () => {
    const texts = await Promise.all([writes, reads, projectors].map(measured))
    for (const server of ['eventstore', 'postgres', 'vault', 'nats'])
      for (const text of texts)
        if (!text.includes(`recado_server_up{server="${server}"} 1\n`)) throw new Error(server)
    return texts
  })
  t.match(measurements[0], /^recado_provider_call_seconds_count\{.*call="send",outcome="ok"\} 1$/m)
  t.match(measurements[2], /^recado_delivery_attempt_seconds_count\{outcome="delivered"\} [1-9]/m)
  t.match(measurements[2], /^recado_leader\{part="read_models"\} 1$/m)
  const is = toldIn(measurements.join('\n'))
  for (const expression of await watchedExpressions()) {
    const { metrics, labels } = namedIn(expression)
    for (const name of metrics) t.ok(is.metrics.has(name), `${name} is measured`)
    // Only parts that are divided tell a partition.
    for (const label of labels)
      t.ok(is.labels.has(label) || label === 'partition', `${label} is a label`)
  }

  // Each tool does something of its own; an exit code other than 0 rejects.
  const command = async (name: string, ...args: string[]) =>
    (await promisify(execFile)(process.execPath, [join(folder, `${name}.mjs`), ...args], { env }))
      .stdout
  t.match(await command('rebuild', '--status'), /read_\d+: .*, served by this release/)
  // What is not recorded yet counts as a difference.
  t.match(await eventually(() => command('audit')), /, 0 differences, /)
  t.match(await command('replay'), /\n$/)
  t.match(await command('export', '--out', join(folder, 'facts')), /\d+ facts in \d+ files/)
  t.match(await command('vault-rotate'), /rows under the new key, 0 under any other/)
  for (const name of ['import', 'eventstore-user'])
    t.match(await command(name, '--help'), /^npm run /)

  for (const process of [writes, reads, projectors]) t.equal(await process.stop(), 0)
})
