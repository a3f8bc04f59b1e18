import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { t as file, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { OPERATOR_TOKEN } from '../kit/product-servers.ts'
import { signedByMeta } from '../kit/signed.ts'
import { addFreemium, addOfficial, issueKey } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Data<T> = { data: T }
type Page = { data: { status: string; last_error: string | null }[] }

const drawn = (name: string) => `${name}-${randomBytes(18).toString('base64url')}`
/** Every secret of the run, by its description. */
const planted: Record<string, string> = {
  'operator token': OPERATOR_TOKEN,
  'vault key': randomBytes(32).toString('base64'),
  'verify token': drawn('verify'),
  'key of the bare hook': drawn('bare'),
  'key of the gateway': drawn('waha-api'),
  'key of another gateway': drawn('waha-2-api'),
  'hook key of the gateway': drawn('waha-hmac'),
  'hook key of a session': drawn('session-hmac'),
  'token of Meta': drawn('EAAG'),
  'token that replaces it': drawn('EAAG2'),
  'token that Meta refuses': drawn('EAAG3'),
  'app secret': drawn('app'),
  'app secret that replaces it': drawn('app2'),
  'secret of a webhook': drawn('webhook'),
  'secret that replaces it': drawn('webhook2'),
  'a key that is none': drawn('rcd_live'),
}
const secretOf = (name: string) => planted[name] ?? name
const lines: string[] = []
const answers: string[] = []

/** Gives signs of life, so that its numbers stay connected, and nothing else. */
const gateway = createServer(({ url, socket }, answer) =>
  url === '/api/server/status' ? answer.end('{}') : socket.destroy(),
)
await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
file.teardown(() => gateway.close())

const world = await startWorld({
  settings: {
    LOG_LEVEL: 'trace',
    VAULT_KEY: secretOf('vault key'),
    WHATSAPP_VERIFY_TOKEN: secretOf('verify token'),
    WHATSAPP_APP_SECRET: secretOf('key of the bare hook'),
    // It hangs up: what is logged of a failed call must not have a secret either.
    WAHA_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    WAHA_API_KEY: secretOf('key of the gateway'),
    WAHA_HMAC_KEY: secretOf('hook key of the gateway'),
  },
  logTo: { write: (line) => void lines.push(line) },
})
file.teardown(() => world.stop())
const product = world.product()
const { operator, deps } = product
const { tenant, customer, sim } = world
planted['API key'] = tenant.key
planted['app secret of the world'] = world.connection.app_secret
planted['token of the world'] = world.connection.token
planted['sales secret'] = tenant.sales_secret
planted['read-only key'] = (await issueKey(product, tenant.id, ['read'])).key

/** Keeps the answer, in which no secret may be repeated. @returns its status */
async function refused(asked: Promise<{ status: number; body: unknown }>): Promise<number> {
  const { status, body } = await asked
  answers.push(JSON.stringify(body))
  return status
}

const number = await addOfficial(product, tenant.id, {
  token: secretOf('token of Meta'),
  app_secret: secretOf('app secret'),
})
const session = await addFreemium(product, tenant.id)
const named = (more: object) =>
  sim('POST', '/numbers', {
    ...number,
    display_phone_number: number.phone_number_digits,
    ...more,
  })

test('a run uses everything that needs a secret', async (t) => {
  const api = world.api()
  const webhook = (more: object) =>
    api.put<Data<{ secret: string }>>('/webhooks', {
      connection_id: number.id,
      url: customer.url,
      ...more,
    })
  const send = (from: string) =>
    api.post<Data<{ accepted: boolean }>>('/messages', { from, to: '5531987654321', text: 'Oi' })

  await named({})
  t.equal((await webhook({ secret: secretOf('secret of a webhook') })).status, 201)
  t.equal((await webhook({ secret: secretOf('secret that replaces it') })).status, 200)
  const other = await api.put<Data<{ secret: string }>>('/webhooks', {
    connection_id: world.connection.id,
    url: customer.url,
  })
  planted['secret that was drawn'] = other.body.data.secret
  t.equal((await send(number.id)).status, 202)
  await world.userWrites('5531987650001', 'Oi')
  await eventually(() => customer.arrivals.length > 0)
  customer.answers(500)
  await world.userWrites('5531987650001', 'Olá')
  await eventually(async () => {
    const { data } = (await api.get<Page>('/webhooks/deliveries')).body
    return data.some(({ last_error }) => last_error !== null)
  })
  customer.answers(200)

  const credentials = `/connections/${number.id}/credentials`
  const replaced = {
    token: secretOf('token that replaces it'),
    app_secret: secretOf('app secret that replaces it'),
  }
  await named(replaced)
  t.equal((await operator.patch(credentials, replaced)).status, 200)
  t.equal((await send(number.id)).status, 202)
  const wrong = { token: secretOf('token that Meta refuses') }
  t.equal(await refused(operator.patch(credentials, wrong)), 422)
  await named({ ...replaced, token: 'another' })
  t.equal(await refused(send(number.id)), 422, 'Meta has another secret')
  t.equal(await refused(send(session.id)), 202, 'the gateway hangs up')
  const another = await operator.post<Data<{ id: string }>>('/gateways', {
    ...{ address: 'http://127.0.0.1:9', max_sessions: 1 },
    api_key: secretOf('key of another gateway'),
  })
  t.equal(await refused(Promise.resolve(another)), 201)
  t.equal(await refused(operator.get('/gateways')), 200)
  t.equal(await refused(operator.delete(`/gateways/${another.body.data.id}`)), 200)
})

test('a refusal repeats no secret', async (t) => {
  const none = secretOf('a key that is none')
  t.equal(await refused(product.api(none).get('/contacts')), 401)
  t.equal(await refused(product.api(tenant.key).get(`/${tenant.key}`)), 404)
  t.equal(await refused(product.api(tenant.key).get(`/contacts?limit=${tenant.key}`)), 400)
  const account = `/accounts/${tenant.id}/connections`
  const faulty = {
    type: 'official',
    token: secretOf('token of Meta'),
    app_secret: [secretOf('app secret')],
  }
  t.equal(await refused(operator.post(account, faulty)), 422)
  t.equal(await refused(operator.post(account, `{"token":"${secretOf('token of Meta')}"`)), 400)
  const broken = { connection_id: number.id, url: 7, secret: secretOf('secret of a webhook') }
  t.equal(await refused(world.api().put('/webhooks', broken)), 422)
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [] })
  for (const [path, secret] of [
    ['', 'key of the bare hook'],
    [number.hook.replace('/hooks/whatsapp', ''), 'app secret'],
  ] as const) {
    const post = signedByMeta(secretOf(secret), body)
    const url = `/hooks/whatsapp${path}`
    const taken = await product.commandApp.inject({ method: 'POST', url, ...post })
    t.equal(taken.statusCode, 200)
    const query = `hub.mode=subscribe&hub.verify_token=${secretOf('verify token')}x`
    const asked = await product.commandApp.inject(`${url}?${query}`)
    t.equal(asked.statusCode, 403)
    answers.push(taken.body, asked.body)
  }
  const hmac = {
    type: 'freemium',
    session: 'conn_own',
    hmac_key: secretOf('hook key of a session'),
  }
  t.equal((await operator.post(account, hmac)).status, 201)
  await deps.vault
    .get({ account_id: tenant.id, reference: 'nowhere' })
    .catch((err: unknown) => deps.log.error({ err }, 'x'))
})

test('nothing that is stored, answered or published contains a secret', async (t) => {
  const facts: string[] = []
  for await (const { data, metadata } of deps.store.readAll({ from: 'start' }))
    facts.push(JSON.stringify({ data, metadata }))
  const documents = ['openapi.json', 'asyncapi.json', 'schemas.json'].map((name) =>
    readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8'),
  )
  const places = {
    'the log': facts,
    'the log lines': lines,
    'the metrics': [await deps.metrics.registry.metrics()],
    'what was refused': answers,
    'what customers are told': customer.arrivals.map(
      ({ text, headers }) => text + JSON.stringify(headers),
    ),
    'what is published': await Promise.all(documents),
  }
  for (const [place, texts] of Object.entries(places)) {
    t.ok(texts.length > 0, `there is text to search in ${place}`)
    const all = texts.join('\n')
    const found = Object.entries(planted).filter(([, secret]) =>
      formsOf(secret).some((form) => all.includes(form)),
    )
    t.same(
      found.map(([name]) => name),
      [],
      place,
    )
  }
  t.ok(facts.length > 20)
  t.match(lines.join(''), /no secret behind reference/, 'the lines are those of the product')
})

/** The encodings in which a secret may be written. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  const forms = ['base64', 'base64url', 'hex'] as const
  return [secret, encodeURIComponent(secret), ...forms.map((form) => bytes.toString(form))]
}
