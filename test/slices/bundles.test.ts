import { buildGraphSimulator } from '@recado/standalone/simulators/graph-api/graph-simulator'
import { test } from 'tap'
import { PNG } from '../command-api/media/sample-files.ts'
import { buildBundles, startBundle } from '../kit/bundles.ts'
import { startCustomer } from '../kit/customer.ts'
import { type Ends, endAll } from '../kit/ends.ts'
import { eventually } from '../kit/eventually.ts'
import { environmentOf } from '../kit/product-process.ts'
import { OPERATOR_TOKEN, startServers } from '../kit/product-servers.ts'

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

test('the bundles do everything that needs a package or a file', async (t) => {
  const ends: Ends = []
  t.teardown(() => endAll(ends))
  const meta = buildGraphSimulator({ appSecret: NUMBER.app_secret })
  ends.push(() => meta.close())
  const customer = await startCustomer()
  ends.push(() => customer.stop())
  const GRAPH_API_URL = await meta.listen({ port: 0, host: '127.0.0.1' })
  const [folder, servers] = await Promise.all([buildBundles(ends), startServers({}, ends)])
  const env = {
    ...environmentOf(servers),
    GRAPH_API_URL,
    WHATSAPP_APP_SECRET: NUMBER.app_secret,
    WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
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
      headers: { authorization: `Bearer ${key}`, ...json },
      ...(body === undefined
        ? {}
        : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() } as Answer
  }

  for (const { url, internal } of [projectors, writes, reads]) {
    t.equal((await fetch(`${url}/livez`)).status, 200)
    t.equal((await fetch(`${internal}/readyz`)).status, 200)
  }
  const metrics = await (await fetch(`${projectors.url}/metrics`)).text()
  t.match(
    metrics,
    /^recado_parked_events 0$/m,
    'what the projectors measure is where it is asked for',
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
  await eventually(() => customer.types().includes('whatsapp.message.sent'), 30_000)
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

  for (const process of [writes, reads, projectors]) t.equal(await process.stop(), 0)
})
