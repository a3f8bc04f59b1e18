import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createRecado, RecadoError, type RecadoOptions, verifyWebhook } from '@recado/client'
import { t as file, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { startLossyGateway } from '../kit/lossy-gateway.ts'
import { startWorld } from '../kit/world.ts'

const world = await startWorld()
const gateway = await startLossyGateway(() => world.product())
file.teardown(async () => {
  await gateway.stop()
  await world.stop()
})

const run = promisify(execFile)
const PHONE = '5531987654321'
const { id: connection_id } = world.connection

const client = (more: Partial<RecadoOptions> = {}) =>
  createRecado({ apiKey: world.tenant.key, baseUrl: gateway.url, ...more })

const sent = async () =>
  (await world.sim<{ text: { body: string } | null }[]>('GET', '/messages')).length

test('each send makes one message while every fifth response is lost', async (t) => {
  const recado = client()
  let calls = 0
  gateway.meets(() => (++calls % 5 === 1 ? 'loses_answer' : 'passes'))
  for (let n = 0; n < 10; n++) {
    const { data } = await recado.POST('/messages', {
      body: { connection_id, recipient: { phone: PHONE }, text: `number ${n}` },
    })
    t.equal(data.data.accepted, true)
  }
  gateway.meets(() => 'passes')
  t.ok(calls > 10, 'answers were lost')
  t.equal(await sent(), 10)
})

test('429 and 503 are waited out, and a write without an idempotency key is not repeated', async (t) => {
  const retries: string[] = []
  const recado = client({ retry: { onRetry: ({ reason }) => retries.push(reason) } })
  const fates = [
    { status: 429, wait: '1' },
    { status: 503, wait: '0' },
  ]
  gateway.meets(() => fates.shift() ?? 'passes')
  t.equal((await recado.GET('/stages')).response.status, 200)
  t.same(retries, ['answered 429', 'answered 503'])

  gateway.meets((call) => (call === 'POST /api/v1/stages' ? 'loses_answer' : 'passes'))
  const before = gateway.seen.length
  await t.rejects(recado.POST('/stages', { body: { name: 'Once' } }), { code: 'unreachable' })
  gateway.meets(() => 'passes')
  t.equal(gateway.seen.length, before + 1)
  const { data } = await recado.GET('/stages')
  t.equal(data.data.filter(({ name }) => name === 'Once').length, 1)

  gateway.meets(() => ({ status: 503, wait: '3600' }))
  await t.rejects(recado.GET('/stages'), { status: 503, code: 'unavailable' })
  gateway.meets(() => 'passes')
})

test('own writes can be read, lists can be paged, and errors have code and status', async (t) => {
  const recado = client()
  for (let n = 0; n < 5; n++)
    await recado.POST('/contacts', { body: { phone: `551199999000${n}`, name: `Person ${n}` } })
  const names: (string | null)[] = []
  for await (const { name } of recado.paginate('/contacts', { limit: 2 })) names.push(name)
  t.equal(names.filter((name) => name?.startsWith('Person ')).length, 5)

  const id = '00000000-0000-4000-8000-000000000000'
  const failure = await recado.GET('/contacts/{id}', { params: { path: { id } } }).catch((e) => e)
  t.ok(failure instanceof RecadoError)
  t.match(failure, { status: 404, code: 'not_found', requestId: /./, candidates: [] })
  await t.rejects(client({ apiKey: 'rcd_live_none' }).GET('/stages'), { code: 'unauthorized' })

  // @ts-expect-error there is no such route
  await t.rejects(recado.GET('/contact'), { status: 404 })
  // @ts-expect-error there is no such parameter
  await t.rejects(recado.GET('/contacts', { params: { query: { limit: 1, stage: 'x' } } }), {
    code: 'query_error',
    message: /did you mean stage_id/,
  })
  // @ts-expect-error a stage needs its name
  await t.rejects(recado.POST('/stages', { body: { color: '#ffffff' } }), { code: 'validation' })
})

test('a client with a position of another log reads after one retry without it', async (t) => {
  const fetch = async (request: Request) => {
    const answer = await globalThis.fetch(request)
    if (request.method === 'GET') return answer
    const headers = { ...Object.fromEntries(answer.headers), 'x-event-position': '9'.repeat(15) }
    return new Response(await answer.arrayBuffer(), { status: answer.status, headers })
  }
  const retries: string[] = []
  const recado = client({ fetch, retry: { onRetry: ({ reason }) => retries.push(reason) } })
  await recado.POST('/contacts', { body: { phone: '5511999990099', name: 'Moved' } })
  const before = gateway.seen.length
  for (let n = 0; n < 2; n++) t.equal((await recado.GET('/stages')).response.status, 200)
  t.same(retries, [])
  t.equal(gateway.seen.length - before, 3, 'one request had the position of the other log')
})

test('events are followed across lost connections, and a webhook is verified', async (t) => {
  const recado = client()
  const stop = new AbortController()
  const texts: string[] = []
  let opened = 0
  const following = (async () => {
    const options = { signal: stop.signal, onOpen: () => ++opened }
    for await (const { event } of recado.followEvents(options))
      if (event.type === 'whatsapp.message.received') texts.push(event.data.message.text)
  })()
  await eventually(() => opened === 1)
  await world.userWrites(PHONE, 'before')
  await eventually(() => texts.length === 1)
  gateway.cut()
  await world.userWrites(PHONE, 'while it was away')
  await eventually(() => texts.length === 2)
  stop.abort()
  await following
  t.same(texts, ['before', 'while it was away'])

  const { data } = await recado.PUT('/webhooks', {
    body: { connection_id, url: world.customer.url, events: ['whatsapp.message.received'] },
  })
  await world.userWrites(PHONE, 'signed')
  const arrival = await eventually(() => world.customer.arrivals.at(-1))
  const { secret } = data.data
  const secrets = ['whsec_b3RoZXI=', secret ?? '']
  const event = verifyWebhook(secrets, arrival.text, arrival.headers)
  t.match(event, { type: 'whatsapp.message.received', data: { message: { text: 'signed' } } })
  t.throws(() => verifyWebhook(secrets, `${arrival.text} `, arrival.headers), /No secret matches/)
  const only = { 'X-Service-Signature': arrival.headers['x-service-signature'] }
  t.same(verifyWebhook(secrets, arrival.text, only), event)
  t.throws(() => verifyWebhook('whsec_b3RoZXI=', arrival.text, only), /No secret matches/)
  const old = only['X-Service-Signature']?.replace(/t=\d+/, 't=1') ?? ''
  t.throws(() => verifyWebhook(secrets, arrival.text, { 'x-service-signature': old }))
})

test('each example of the README runs', async (t) => {
  const readme = await readFile(new URL('../../client/README.md', import.meta.url), 'utf8')
  const examples = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code)
  t.ok(examples.length > 0)
  const cwd = fileURLToPath(new URL('../../', import.meta.url))
  for (const code of examples) {
    const env = { ...process.env, RECADO_API_KEY: world.tenant.key, RECADO_BASE_URL: gateway.url }
    const flags = ['--conditions=@recado/source', '--import=tsx', '--input-type=module']
    await t.resolves(run(process.execPath, [...flags, '-e', code], { cwd, env }), code)
  }
})
