import { randomBytes } from 'node:crypto'
import { t as file, test } from 'tap'
import { browser, PASSWORD, signedIn } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { startWorld } from '../kit/world.ts'

type Data<T> = { readonly data: T }

const drawn = (name: string) => `${name}-${randomBytes(18).toString('base64url')}`
/** Every secret of the run, by its description. There are no tokens against forged requests: browsers name the origin. */
const planted: Record<string, string> = {
  'password of the owner': PASSWORD,
  'first password': drawn('first'),
  'next password': drawn('next'),
  'wrong password': drawn('wrong'),
  'key that is none': `rcd_live_${drawn('none')}`,
  'secret of a webhook': drawn('webhook'),
  'secret that is refused': drawn('refused'),
  'token of Meta': drawn('EAAG'),
  'app secret': drawn('app'),
  'link that is none': drawn('link'),
  'cookie that is none': drawn('cookie'),
}
const secretOf = (name: string) => planted[name] ?? name
const lines: string[] = []
const world = await startWorld({
  settings: { LOG_LEVEL: 'trace' },
  logTo: { write: (line) => void lines.push(line) },
})
file.teardown(() => world.stop())
const product = world.product()
const { customer, connection } = world
const email = 'ana@loja.example'
const owner = await signedIn(product, world.tenant.id, email)
const cookieOf = (page: typeof owner) => page.cookie().slice('recado='.length)
const rui = browser(product)
const [first, next] = [secretOf('first password'), secretOf('next password')]

test('a run uses every route of the dashboard that takes or returns a secret', async (t) => {
  const wrong = secretOf('wrong password')
  t.equal((await owner.post('/session', { email, password: wrong })).status, 401)
  t.equal((await owner.post('/session', { email, password: PASSWORD })).status, 201)
  planted['session of the owner'] = cookieOf(owner)
  const invitation = { email: 'rui@loja.example', name: 'Rui', role: 'developer' }
  const { body: invited } = await owner.post<Data<{ setup_url: string }>>('/users', invitation)
  const token = new URL(invited.data.setup_url).hash.slice(1)
  planted['token of the link'] = token
  t.equal((await rui.post('/setup', { token, password: first })).status, 201)
  planted['session of who was invited'] = cookieOf(rui)
  const change = (current: string) =>
    rui.call({ method: 'PUT', path: '/password', body: { current, password: next } })
  t.equal((await change(wrong)).status, 403)
  t.equal((await change(first)).status, 201)
  planted['session of the next password'] = cookieOf(rui)

  const asked = { name: 'CRM', scopes: ['read', 'write'] }
  const { body: made } = await rui.post<Data<{ id: string; key: string }>>('/api-keys', asked)
  const { id, key } = made.data
  planted['API key'] = key
  const reveal = (password: string) => rui.post(`/api-keys/${id}/reveal`, { password })
  t.equal((await reveal(wrong)).status, 403)
  t.match(await reveal(next), { status: 200, body: { data: { key } } })
  t.equal((await product.api(key).get('/stages')).status, 200)
  t.equal((await product.api(secretOf('key that is none')).get('/stages')).status, 401)

  const webhook = (more: object) =>
    rui.call<Data<{ secret: string }>>({
      ...{ method: 'PUT', path: '/webhooks' },
      body: { connection_id: connection.id, ...more },
    })
  planted['secret that was drawn'] = (await webhook({ url: customer.url })).body.data.secret
  const secret = secretOf('secret of a webhook')
  t.equal((await webhook({ url: customer.url, secret })).status, 200)
  await world.userWrites('5531987654321', 'Oi')
  await eventually(() => customer.arrivals.length > 0)
  const number = {
    ...{ type: 'official', phone_number: '+55 11 3333-0001', phone_number_id: '99001' },
    ...{ waba_id: '99002', token: secretOf('token of Meta'), app_secret: secretOf('app secret') },
  }
  t.equal((await rui.post('/connections', number)).status, 201)
  t.equal((await webhook({ url: 7, secret: secretOf('secret that is refused') })).status, 422)
})

test('a secret in a place where none belongs is refused, and not repeated in the answer', async (t) => {
  const key = secretOf('API key')
  const malformed = (payload: string) =>
    product.commandApp.inject({
      ...{ method: 'POST', url: '/dashboard/v1/session', payload },
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    })
  const stranger = browser(product)
  const cookie = `recado=${secretOf('cookie that is none')}`
  const answers = [
    await rui.get(`/find?q=${encodeURIComponent(key)}`),
    await rui.get(`/streams/${key}`),
    await rui.get(`/contacts?limit=${key}`),
    await stranger.post('/session', { email: next, password: [first] }),
    await stranger.post('/setup', { token: secretOf('link that is none'), password: first }),
    await stranger.call({ method: 'GET', path: '/session', headers: { cookie } }),
  ]
  for (const { status } of answers) t.ok(status >= 400 && status < 500, String(status))
  const broken = await malformed(`{"password":"${next}"`)
  t.equal(broken.statusCode, 400)
  t.same(plantedIn(JSON.stringify([answers, broken.body])), [])
  t.equal((await rui.call({ method: 'DELETE', path: '/session' })).status, 204)
})

test('none of the secrets is in a log line, a fact or a document', async (t) => {
  const { vault, log } = product.deps
  await vault
    .get({ account_id: world.tenant.id, reference: 'nowhere' })
    .catch((err: unknown) => log.error({ err }, 'x'))
  const facts: string[] = []
  for await (const { type, data, metadata } of product.deps.store.readAll({ from: 'start' }))
    facts.push(JSON.stringify({ type, data, metadata }))
  t.same(plantedIn(facts.join('\n')), [])
  t.same(plantedIn(lines.join('\n')), [])
  const documents = [
    await product.queryApp.inject('/api/v1/openapi.json'),
    await product.queryApp.inject({
      ...{ url: '/dashboard/v1/dashboard-openapi.json' },
      headers: { cookie: owner.cookie(), 'sec-fetch-site': 'same-origin' },
    }),
  ]
  for (const { statusCode, body } of documents) t.same([statusCode, plantedIn(body)], [200, []])
  t.match(facts.join('\n'), /ApiKeyRevealed/, 'the facts are those of the run')
  t.match(lines.join(''), /no secret behind reference/, 'the lines are those of the product')
})

/** The names of the secrets which a text contains, in any encoding. */
function plantedIn(text: string): readonly string[] {
  return Object.entries(planted).flatMap(([name, secret]) => {
    const bytes = Buffer.from(secret)
    const coded = (['base64', 'base64url', 'hex'] as const).map((form) => bytes.toString(form))
    const forms = [secret, encodeURIComponent(secret), ...coded]
    return forms.some((form) => text.includes(form)) ? [name] : []
  })
}
