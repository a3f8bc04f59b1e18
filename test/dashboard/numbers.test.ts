import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import type { Pairing } from '@recado/contract/dashboard/pairing'
import { buildGraphSimulator } from '@recado/simulators/graph-api/graph-simulator'
import { t as file, test } from 'tap'
import { enter, faultsOf, inaccessible, openWindow, startChromium } from '../kit/chromium.ts'
import { startCustomer } from '../kit/customer.ts'
import { type Browser, invited, signedIn } from '../kit/dashboard.ts'
import { type Ends, endAll } from '../kit/ends.ts'
import { eventually } from '../kit/eventually.ts'
import { openSite } from '../kit/site.ts'
import { addOfficial, openTenant } from '../kit/tenants.ts'
import { startWahaWorld } from '../kit/waha-world.ts'

type Data<T> = { readonly data: T }
type Added = Data<{ id: string; type: string; status: string; hook_url: string | null }>
type Session = { name: string; status: string }

const ends: Ends = []
file.teardown(() => endAll(ends))
const meta = buildGraphSimulator({ appSecret: 'unused', token: 'EAAG-proves', everyNumber: false })
ends.push(() => meta.close())
const logged: string[] = []
const lines = new PassThrough()
lines.on('data', (line) => logged.push(String(line)))
const world = await startWahaWorld(
  { behaviour: { pairing_ms: null, qr_ms: 1_000, qr_codes: 10_000 } },
  {
    logTo: lines,
    settings: {
      ...{ LOG_LEVEL: 'trace', TRUSTED_PROXIES: '127.0.0.1/32', PROVIDER_TIMEOUT_MS: '10000' },
      GRAPH_API_URL: await meta.listen({ port: 0, host: '127.0.0.1' }),
    },
  },
)
ends.push(() => world.stop())
const { product, tenant, sim } = world
const customer = await startCustomer()
ends.push(() => customer.stop())

const chromium = await startChromium()
if (chromium !== null) ends.push(() => chromium.close())

const email = () => `${randomUUID()}@loja.example`
const owner = await signedIn(product, tenant.id, email())
/** All pairing secrets that were seen; the last test asserts that none was stored or logged. */
const codes = new Set<string>()

const add = (page: Browser, session: string) =>
  page.post<Added>('/connections', { type: 'freemium', session })
const errorOf = ({ status, body }: { status: number; body: unknown }) =>
  `${status} ${JSON.stringify((body as { error?: object }).error)}`
const pairingOf = async (id: string, page = owner) =>
  (await page.get<Data<Pairing>>(`/connections/${id}/pairing`)).body.data
/** The shown code, as soon as it is one that was not seen before. */
const nextCode = (id: string) =>
  eventually(async () => {
    const { qr } = await pairingOf(id)
    if (qr === null || codes.has(qr)) return undefined
    codes.add(qr)
    return qr
  })
const sessionNamed = async (end: string) =>
  (await sim<Session[]>('GET', '/sessions')).find(({ name }) => name.endsWith(`_${end}`))

test('a connection is added, shows changing codes, is scanned, and is connected', async (t) => {
  const added = await add(owner, 'shop')
  t.match(added, { status: 201, body: { data: { type: 'freemium', status: 'pending' } } })
  const { id } = added.body.data
  const first = await nextCode(id)
  const name = (await sessionNamed('shop'))?.name ?? ''
  t.match(name, /^[0-9a-f]{12}_shop$/)
  t.match(await pairingOf(id), { session_status: 'SCAN_QR_CODE', reason: null })
  const second = await nextCode(id)
  t.not(second, first)
  const scan = (qr: string) => sim('POST', `/sessions/${name}/scan`, { qr })
  await t.rejects(scan(first), 'an old code pairs nothing')
  // The code may change between the read and the scan, as it may for a user.
  await eventually(async () => {
    const { qr } = await pairingOf(id)
    return qr !== null && scan(qr).catch(() => false)
  })
  const paired = await eventually(async () => {
    const state = await pairingOf(id)
    return state.status === 'connected' && state.phone_number_digits !== null && state
  })
  t.match(paired, { session_status: 'WORKING', qr: null, reason: 'paired' })

  t.match(await add(owner, 'shop'), { status: 422 }, 'the same name again')
  const out = await owner.post(`/connections/${id}/pairing`, { action: 'log_out' })
  t.equal(out.status, 202)
  await eventually(async () => (await pairingOf(id)).status === 'disconnected')
  t.match(await pairingOf(id), { reason: 'stopped' })
  t.equal((await owner.post(`/connections/${id}/pairing`, { action: 'start' })).status, 202)
  await nextCode(id)
})

test('a connection is paired by a typed code, which can be requested only at a limited rate', async (t) => {
  const { id } = (await add(owner, 'typed')).body.data
  await nextCode(id)
  const path = `/connections/${id}/pairing/code`
  const ask = (phone: unknown) => owner.post<Data<{ code: string }>>(path, { phone })
  for (const phone of ['123', 'none', '1'.repeat(16), 7])
    t.match(errorOf(await ask(phone)), /^422 .*validation.*phone/)
  await sim('PUT', '/users/5521900000000', { on_whatsapp: false })
  t.match(errorOf(await ask('+55 21 90000-0000')), /^422 .*http_400/)
  const { status, body } = await ask('+55 21 98888-7777')
  t.equal(status, 200)
  t.match(body.data.code, /^[A-Z1-9]{4}-[A-Z1-9]{4}$/)
  codes.add(body.data.code)
  const name = (await sessionNamed('typed'))?.name ?? ''
  await sim('POST', `/sessions/${name}/enter`, { code: body.data.code.replace('-', '') })
  await eventually(async () => (await pairingOf(id)).phone_number_digits === '5521988887777')
  t.match(errorOf(await ask('5521988887777')), /^422 .*the session is WORKING/)
  let last = await ask('5521988887777')
  for (let tries = 0; last.status !== 429 && tries < 6; tries++) last = await ask('5521988887777')
  t.equal(last.status, 429)
})

test('roles are enforced, and connections of other accounts are not found', async (t) => {
  const { id } = (await add(owner, 'roles')).body.data
  const viewer = await signedIn(product, tenant.id, email(), 'viewer')
  const developer = await signedIn(product, tenant.id, email(), 'developer')
  const stranger = await signedIn(product, (await openTenant(product, 'basic')).id, email())
  const each = async (page: Browser) => [
    (await page.get(`/connections/${id}/pairing`)).status,
    (await page.post(`/connections/${id}/pairing`, { action: 'restart' })).status,
    (await page.post(`/connections/${id}/pairing/code`, { phone: '551' })).status,
  ]
  t.same(await each(viewer), [403, 403, 403])
  t.equal((await add(viewer, 'viewers')).status, 403)
  t.same(await each(stranger), [404, 404, 422])
  const code = { phone: '5521988887777' }
  t.equal((await stranger.post(`/connections/${id}/pairing/code`, code)).status, 404)
  t.equal((await developer.get(`/connections/${id}/pairing`)).status, 200)
  const key = await product.queryApp.inject({
    url: `/api/v1/connections/${id}/pairing`,
    headers: { authorization: `Bearer ${tenant.key}` },
  })
  t.equal(key.statusCode, 404, 'no key sees a code')

  t.equal((await add(stranger, 'roles')).status, 201, 'the name is unique only within an account')
  t.match(errorOf(await add(owner, 'a.b')), /^422 .*session/)
  t.match(errorOf(await add(owner, 'x'.repeat(41))), /^422 .*session/)
  t.match(
    errorOf(await owner.post(`/connections/${id}/pairing`, { action: 'stop' })),
    /^422 .*action/,
  )
})

test('an official connection needs the plan and a valid token, and is not paired', async (t) => {
  const body = {
    ...{ type: 'official', phone_number: '+55 11 3333-0001', phone_number_id: '99001' },
    ...{ waba_id: '99002', token: 'EAAG-proves', app_secret: 'of-the-app' },
  }
  t.match(errorOf(await owner.post('/connections', body)), /^403 .*upgrade_required/)
  const { id: account } = await openTenant(product)
  const page = await signedIn(product, account, email())
  const ask = (more: object = {}) => page.post<Added>('/connections', { ...body, ...more })
  t.match(errorOf(await ask({ token: 'EAAG-wrong' })), /^422 .*token/)
  t.match(errorOf(await ask()), /^422 .*provider refuses/, 'nobody has that number')
  const number = { phone_number_id: '99001', waba_id: '99002' }
  await meta.inject({
    ...{ method: 'POST', url: '/_sim/numbers' },
    payload: { ...number, display_phone_number: '551133330001' },
  })
  const added = await ask()
  t.match(added, { status: 201, body: { data: { status: 'connected', hook_url: /whatsapp/ } } })
  t.notMatch(JSON.stringify(added.body), /EAAG|of-the-app/)
  const { id } = added.body.data
  t.match(errorOf(await page.get(`/connections/${id}/pairing`)), /^422 .*freemium/)
  t.match(
    errorOf(await page.post(`/connections/${id}/pairing`, { action: 'start' })),
    /^422 .*freemium/,
  )
  const other = await openTenant(product)
  const thief = await signedIn(product, other.id, email())
  t.match(errorOf(await thief.post('/connections', body)), /^422 .*serves elsewhere/)
})

test('a gateway that does not answer is given as the reason, and actions fail', async (t) => {
  const { id } = (await add(owner, 'away')).body.data
  await nextCode(id)
  const name = (await sessionNamed('away'))?.name ?? ''
  const broken = async (fault: object, of: string) => {
    await sim('POST', '/faults', { count: 1, call: of, ...fault })
    return pairingOf(id)
  }
  const status = `GET /api/sessions/${name}`
  const code = `/${name}/auth/qr`
  t.match(await broken({ kind: 'timeout' }, status), { qr: null, reason: 'no_answer' })
  t.match(await broken({ kind: 'reset' }, code), { qr: null, reason: 'no_answer' })
  t.match(await broken({ kind: 'http', status: 401 }, status), { reason: 'refused' })
  t.match(await broken({ kind: 'http', status: 200, body: 'no json' }, code), {
    reason: 'unreadable',
  })
  await sim('POST', '/faults', { count: 1, call: 'restart', kind: 'http', status: 500 })
  const restarted = await owner.post(`/connections/${id}/pairing`, { action: 'restart' })
  t.match(errorOf(restarted), /^502 .*provider_error/)
  await sim('POST', '/faults', { count: 1, call: 'request-code', kind: 'timeout' })
  const asked = await owner.post(`/connections/${id}/pairing/code`, { phone: '5521988887777' })
  t.match(errorOf(asked), /^502 .*provider_error/)
  t.equal((await pairingOf(id)).reason, null, 'it works again')
})

test('the number of pending deliveries is shown, to the account alone', async (t) => {
  type Queues = Data<{ connection_id: string; pending: number; failing_since: string | null }[]>
  const { id: account, api } = await openTenant(product)
  const number = { phone_number_id: '99011', waba_id: '99012', token: 'EAAG-proves' }
  await meta.inject({ method: 'POST', url: '/_sim/numbers', payload: number })
  const connection = await addOfficial(product, account, number)
  const page = await signedIn(product, account, email())
  await api.put('/webhooks', { connection_id: connection.id, url: customer.url })
  t.match((await page.get<Queues>('/endpoint-queues')).body.data, [
    { connection_id: connection.id, pending: 0, failing_since: null },
  ])
  t.same((await owner.get<Queues>('/endpoint-queues')).body.data, [])
})

test('in the browser', { skip: chromium === null }, async (t) => {
  if (chromium === null) return
  const origin = await openSite(product, ends)
  const opened = await openWindow(t, chromium)
  const faults = faultsOf(opened, origin)
  const token = await invited(product, tenant.id, email())
  await enter(opened, origin, token)
  const drawn = () => opened.locator('.qr path').getAttribute('d')
  /** Presses a button twice, after losing the first response; asserts that the second press makes nothing new. */
  const askedTwice = async (path: RegExp, name: string) => {
    const made: string[] = []
    await opened.route(path, async (route) => {
      const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' }
      const response = await route.fetch({ headers })
      made.push((await response.json()).data.id)
      return made.length === 1 ? route.abort() : route.fulfill({ response })
    })
    await opened.getByRole('button', { name }).click()
    await opened.getByText('cannot be reached').first().waitFor()
    await opened.getByRole('button', { name }).click()
    await opened.waitForURL((url) => made.includes(url.pathname.split('/').at(-1) ?? ''))
    await opened.unroute(path)
    t.equal(made[1], made[0])
  }

  await t.test(
    'a connection is added, its code is drawn and changes, and it is connected',
    async (t) => {
      await opened.locator('nav a[href="/dashboard/connections"]').click()
      await opened.getByRole('button', { name: 'Add a number' }).click()
      await opened.locator('dialog select:focus, dialog input:focus').waitFor()
      const named = opened.getByLabel('Name')
      await named.fill('shop')
      await opened.keyboard.press('Enter')
      await opened.locator('dialog [role=alert]').waitFor()
      t.equal(await named.inputValue(), 'shop', 'a name that is refused stays to be edited')
      await named.fill('counter')
      await opened.keyboard.press('Enter')
      await opened.locator('h1', { hasText: 'counter (not paired yet)' }).waitFor()
      const first = await drawn()
      t.match(first, /^M\d/)
      t.same(await inaccessible(opened), [])
      await eventually(async () => (await drawn()) !== first)
      const name = (await sessionNamed('counter'))?.name ?? ''
      const away = { count: 3, call: `GET /api/sessions/${name}`, kind: 'reset' }
      await sim('POST', '/faults', away)
      await opened.getByText('The gateway did not answer in time.').waitFor()
      await opened.locator('.qr').waitFor()
      await opened.getByText('No camera?').click()
      await opened.getByLabel('Phone number').fill('+55 21 97777-6666')
      await opened.keyboard.press('Enter')
      const code = (await opened.locator('.linking').textContent()) ?? ''
      codes.add(code)
      t.same(await inaccessible(opened), [])
      await sim('POST', `/sessions/${name}/enter`, { code: code.replace('-', '') })
      await opened.locator('.notice.good').waitFor()
      await opened.locator('h1', { hasText: 'counter · +55 21 97777-6666' }).waitFor()
      await opened.locator('.facts .status.good').waitFor()
      t.equal(await opened.locator('.qr').count(), 0)
    },
  )

  await t.test('its webhook is set and tested, and what it missed is recovered', async (t) => {
    await opened.locator('.links a', { hasText: 'Webhooks' }).click()
    await opened.getByLabel('Address').fill(customer.url)
    await opened.getByRole('button', { name: 'Save' }).click()
    await opened.getByRole('heading', { name: 'Recover' }).waitFor()
    t.same(await inaccessible(opened), [])
    const { body } = await tenant.api.get<Data<{ secret: string }[]>>('/webhooks')
    const secret = body.data[0]?.secret ?? 'none'
    t.notOk((await opened.content()).includes(secret))
    await opened.getByRole('button', { name: 'Show', exact: true }).click()
    await opened.getByText(secret).waitFor()
    // An edit in progress survives the replacement of the secret, and a retry makes no third secret.
    await opened.getByLabel('Events by the provider').fill('session.status')
    await opened.getByRole('button', { name: 'Replace' }).click()
    const told: unknown[] = []
    await opened.route(/v1\/webhooks$/, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      told.push(route.request().postDataJSON().secret)
      const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' }
      const response = await route.fetch({ headers })
      return told.length === 1 ? route.abort() : route.fulfill({ response })
    })
    await opened.locator('dialog button.primary').click()
    await opened.locator('dialog [role=alert]').waitFor()
    await opened.locator('dialog button.primary').click()
    await opened.getByText('Previous secret').waitFor()
    await opened.unroute(/v1\/webhooks$/)
    t.equal(told[1], told[0])
    t.equal(await opened.getByLabel('Events by the provider').inputValue(), 'session.status')
    await opened.getByRole('button', { name: 'Save' }).press('Enter')
    await opened.getByText('Saved.').waitFor()
    await opened.locator('button:focus', { hasText: 'Save' }).waitFor()
    // A busy page may not take a press while it shows what the one before has saved.
    await eventually(async () => {
      await opened.getByLabel('Events by the provider').fill('')
      await opened.getByRole('button', { name: 'Save' }).press('Enter')
      await opened.getByText('Saved.').waitFor({ timeout: 5_000 })
      return true
    })
    const both = opened.locator('.copyable code')
    await both.nth(1).waitFor()
    t.equal(await both.nth(1).textContent(), secret)
    await eventually(async () => (await both.first().textContent()) !== secret)
    t.same(await inaccessible(opened), [])
    await opened.getByRole('button', { name: 'Recover' }).click()
    await opened.getByText('Done').waitFor()
    await askedTwice(/webhooks\/test$/, 'Send a test')
    await opened.locator('h1', { hasText: 'Delivery' }).waitFor()
    await opened.locator('.facts .status.good').waitFor()
    await askedTwice(/redeliver$/, 'Deliver again')
    await opened.locator('.facts .status.good').waitFor()
    // Recovered events may still arrive.
    t.ok(customer.arrivals.some(({ body }) => 'test' in body && body.test === true))
    await opened.getByText('Verify it yourself').click()
    t.match(await opened.locator('.verify').textContent(), /x-service-signature: t=\d+,v1=/)
    t.same(await inaccessible(opened), [])
  })
  // The console reports a lost response and the refused name too.
  t.same(
    faults.filter((fault) => !/ERR_FAILED|422/.test(fault)),
    [],
  )
})

test('an official connection is added in the browser', { skip: chromium === null }, async (t) => {
  if (chromium === null) return
  const { id: account } = await openTenant(product)
  await meta.inject({
    ...{ method: 'POST', url: '/_sim/numbers' },
    payload: { phone_number_id: '99003', waba_id: '99004', display_phone_number: '551133330003' },
  })
  const origin = await openSite(product, ends)
  const opened = await openWindow(t, chromium)
  const faults = faultsOf(opened, origin)
  const token = await invited(product, account, email())
  await enter(opened, origin, token)
  await opened.goto(`${origin}/dashboard/connections`)
  await opened.getByRole('button', { name: 'Add a number' }).first().click()
  await opened.locator('dialog select').selectOption('official')
  const submit = opened.locator('dialog button.primary')
  const fields = {
    ...{ 'Phone number': '+55 11 3333-0003', 'Phone number ID': '99003' },
    ...{ 'WhatsApp Business account ID': '99004', 'Access token': 'EAAG-wrong' },
  }
  for (const [label, value] of Object.entries(fields))
    await opened.getByLabel(label, { exact: true }).fill(value)
  t.ok(await submit.isDisabled(), 'a field is missing')
  await opened.getByLabel('App secret').fill('of-the-app')
  t.equal(await opened.getByLabel('App secret').getAttribute('type'), 'password')
  t.same(await inaccessible(opened), [])
  await submit.click()
  t.match(await opened.locator('dialog [role=alert]').textContent(), /token/)
  await opened.getByLabel('Access token').fill('EAAG-proves')
  await submit.click()
  t.match(await opened.locator('dialog code').textContent(), /^http.*\/hooks\/whatsapp\//)
  t.same(await inaccessible(opened), [])
  await submit.click()
  await opened.locator('h1', { hasText: '3333-0003' }).waitFor()
  await opened.getByRole('heading', { name: 'Health' }).waitFor()
  await opened.waitForSelector('.loading', { state: 'detached' })
  t.same(await inaccessible(opened), [])
  t.notMatch(await opened.content(), /EAAG|of-the-app/)
  // The console reports the refused request too.
  t.same(
    faults.filter((fault) => !fault.includes('422')),
    [],
  )
})

test('no pairing code is in a log line, a fact, or a table', async (t) => {
  t.ok(codes.size > 4)
  const facts: unknown[] = []
  for await (const { data, metadata } of product.deps.store.readAll({ from: 'start' }))
    facts.push(data, metadata)
  const { rows } = await product.deps.pool.query('select * from raw_events')
  const all = [JSON.stringify(facts), JSON.stringify(rows), logged.join('')]
  for (const text of all) t.ok(text.length > 1_000)
  for (const code of codes) for (const text of all) t.notOk(text.includes(code))
})
