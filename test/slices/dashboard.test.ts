import { createHook } from 'node:async_hooks'
import { createHash, randomUUID } from 'node:crypto'
import { buildApp } from '@recado/command-api/app'
import { sessionCookie } from '@recado/infra/http/sign-in/cookie'
import { type Test, test } from 'tap'
import { type Browser, browser, invited, PASSWORD, signedIn } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { sell } from '../kit/sales.ts'
import { sharedProduct } from '../kit/shared-product.ts'
import { addOfficial, issueKey, openTenant } from '../kit/tenants.ts'

type Data<T> = { readonly data: T }
type Issued = Data<{ id: string; key: string; last_four: string }>
type Listed = { data: { id: string; last_used_at: string | null; created_by: object }[] }

const product = await sharedProduct()
const { deps } = product
const wrong = 'not the right password'

const codeOf = ({ body }: { body: unknown }) => (body as { error: { code: string } }).error.code

/** All facts of the log. */
async function facts() {
  const found = []
  for await (const event of deps.store.readAll({ from: 'start' })) found.push(event)
  return found
}

/** A user of a new account. */
async function newUser(role = 'owner') {
  const tenant = await openTenant(product)
  const email = `${randomUUID()}@loja.example`
  return { tenant, email, page: await signedIn(product, tenant.id, email, role) }
}

test('a link sets a password once, and signs the browser in', async (t) => {
  const tenant = await openTenant(product)
  const token = await invited(product, tenant.id, ' Ana@Loja.example ')
  const page = browser(product)
  t.equal((await page.get('/session')).status, 401)
  const short = await page.post('/setup', { token, password: 'short' })
  t.match(short, { status: 422, body: { error: { message: /password/ } } })
  const done = await page.post('/setup', { token, password: PASSWORD })
  t.match(done, {
    status: 201,
    body: { data: { user: { email: 'ana@loja.example', role: 'owner' } } },
  })
  const flags = String(done.headers['set-cookie'])
  t.match(flags, /^recado=[\w-]{43}; Path=\/dashboard; HttpOnly; SameSite=Strict; Max-Age=/)
  t.equal(done.headers['cache-control'], 'no-store')
  t.match(await page.get('/session'), {
    status: 200,
    body: { data: { account: { id: tenant.id } } },
  })

  for (const used of [token, 'never-one']) {
    const again = await browser(product).post('/setup', { token: used, password: PASSWORD })
    t.match([again.status, codeOf(again)], [404, 'not_found'])
  }
})

test('an account has at most 100 working keys, because each key has a rate limit of its own', async (t) => {
  const { tenant, page } = await newUser()
  // Together with the key that the tenant has already.
  const more = Array.from({ length: 99 }, () => issueKey(product, tenant.id, ['read']))
  const issued = await Promise.all(more)
  const listed = async () => {
    const { body } = await page.get<{ pagination: { total: number } }>('/api-keys')
    return body.pagination.total
  }
  await eventually(async () => (await listed()) === 100)
  const create = () => page.post('/api-keys', { name: 'CRM', scopes: ['read'] })
  t.match(await create(), { status: 422, body: { error: { message: /at most 100 working keys/ } } })
  for (const { id } of issued.slice(0, 5))
    t.equal((await page.call({ method: 'DELETE', path: `/api-keys/${id}` })).status, 200)
  t.ok(await eventually(async () => (await create()).status === 201))
})

test('behind TLS the cookie has its prefix and is sent only over TLS', async (t) => {
  const cookie = sessionCookie({ protocol: 'http' }, 'https://recado.example', 'text')
  t.match(cookie, /^__Host-recado=text; Path=\/; HttpOnly; SameSite=Strict; Secure; /)
})

test('a wrong password and an unknown address get the same answer, and tries are limited', async (t) => {
  const { email } = await newUser()
  const page = browser(product)
  const hashes = countHashes(t)
  const known = await page.post('/session', { email, password: wrong })
  t.equal(hashes(), 1)
  const unknown = await page.post('/session', { email: 'x@loja.example', password: wrong })
  t.equal(hashes(), 2, 'an unknown user costs the same hash')
  t.equal(known.status, 401)
  t.same(known.body, unknown.body)
  t.match(await page.post('/session', { email: email.toUpperCase(), password: PASSWORD }), {
    status: 201,
    body: { data: { user: { email } } },
  })
  let [tries, last] = [2, known]
  // A new minute may begin during the tries, which then allows more of them.
  while (last.status !== 429 && tries < 12) {
    last = await page.post('/session', { email, password: wrong })
    tries += 1
  }
  t.equal(codeOf(last), 'rate_limited')
  t.match(last.headers['retry-after'], /^\d+$/)
  t.ok(tries > 5, 'five tries a minute are allowed')
  const elsewhere = await browser(product).post('/session', { email, password: PASSWORD })
  t.equal(elsewhere.status, 201, 'tries from elsewhere do not lock the user out')
})

test('strangers lock out no device that has signed in before, and none for ever', async (t) => {
  const { email, tenant } = await newUser()
  const send = (path: string, payload: object, headers: object) =>
    product.commandApp.inject({
      method: 'POST',
      url: `/dashboard/v1${path}`,
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      payload,
    })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const right = { email, password: PASSWORD }
  const first = await send('/session', right, from('10.8.0.1'))
  const [, device] = [first.headers['set-cookie']].flat()
  t.match(device, /^recado-device=[\w.-]+; Path=\/dashboard; HttpOnly; SameSite=Strict; /)
  const cookie = String(device).split(';')[0] ?? ''
  // What 90 strangers have tried from as many addresses is planted: their hashes would take 20 s.
  const hash = createHash('sha256').update(email).digest('hex')
  await deps.pool.query(
    `update control.attempts set level = 90, free_at = now() + interval '30 s' where key = $1`,
    [`sign-in:${hash}`],
  )
  const stranger = await send('/session', right, from('10.8.0.2'))
  t.equal(stranger.statusCode, 429)
  t.ok(Number(stranger.headers['retry-after']) <= 30, 'no number of attempts makes the wait longer')
  const known = await send('/session', right, { ...from('10.8.0.2'), cookie })
  t.equal(known.statusCode, 201, 'the device is judged by itself')
  const forged = `${cookie.slice(0, -9)}AAAAAAAAA`
  t.equal((await send('/session', right, { ...from('10.8.0.3'), cookie: forged })).statusCode, 429)

  // Whoever holds a link is judged by it, whoever else sits behind the same address.
  const token = await invited(product, tenant.id, `${randomUUID()}@loja.example`)
  let guess = 0
  while (guess < 60) {
    const got = await send('/setup', { token: `no ${guess}`, password: PASSWORD }, from('10.8.0.9'))
    if (got.statusCode === 429) break
    guess += 1
  }
  t.ok(guess < 60, 'guesses are limited')
  t.equal((await send('/setup', { token, password: PASSWORD }, from('10.8.0.9'))).statusCode, 201)
})

test('a change is accepted only from our own pages', async (t) => {
  const { page } = await newUser()
  const body = { name: 'CRM', scopes: ['read'] }
  const from = (headers: Record<string, string>) =>
    page.call({ method: 'POST', path: '/api-keys', body, headers })
  const foreign = await from({ 'sec-fetch-site': 'cross-site' })
  t.match([foreign.status, codeOf(foreign)], [403, 'forbidden'])
  const old = async (origin: Record<string, string>) =>
    (
      await product.commandApp.inject({
        method: 'POST',
        url: '/dashboard/v1/api-keys',
        headers: { cookie: page.cookie(), host: 'recado.example', ...origin },
        payload: body,
      })
    ).statusCode
  t.equal(await old({}), 403)
  t.equal(await old({ origin: 'http://evil.example' }), 403)
  t.equal(await old({ origin: 'http://recado.example' }), 201)
})

test('a role limits what a user may do', async (t) => {
  const [viewer, developer] = [await newUser('viewer'), await newUser('developer')]
  const key = { name: 'CRM', scopes: ['read'] }
  const no = await viewer.page.post('/api-keys', key)
  t.match([no.status, codeOf(no)], [403, 'forbidden'])
  t.equal((await viewer.page.post('/stages', { name: 'New' })).status, 403)
  t.equal((await viewer.page.get('/api-keys')).status, 200)
  t.equal((await viewer.page.get('/contacts')).status, 200)
  t.equal((await developer.page.post('/stages', { name: 'Mine' })).status, 201)
  t.equal((await developer.page.get('/users')).status, 403)
  const stages = await developer.tenant.api.get<{ data: { name: string }[] }>('/stages')
  t.ok(
    stages.body.data.some(({ name }) => name === 'Mine'),
    'of the session’s account',
  )
})

test('the secret of a webhook is shown to keys and to users who may replace it', async (t) => {
  const tenant = await openTenant(product)
  const { id: connection_id } = await addOfficial(product, tenant.id)
  const secret = 'my own secret'
  await tenant.api.put('/webhooks', { connection_id, url: 'https://crm.example/hook', secret })
  const shown = async (api: Pick<Browser, 'get'>) =>
    (await api.get<Data<{ secret: string | null }[]>>('/webhooks')).body.data
  const as = (role: string) =>
    signedIn(product, tenant.id, `${randomUUID()}@loja.example`, role).then(shown)
  t.match(await as('viewer'), [{ connection_id, secret: null }])
  t.match(await as('developer'), [{ connection_id, secret }])
  const { key } = await issueKey(product, tenant.id, ['read'])
  t.match(
    await shown(product.api(key)),
    [{ connection_id, secret }],
    'a key sees the secret, as in the contract',
  )
})

test('a session cookie does not authenticate calls of the public API', async (t) => {
  const { page } = await newUser()
  const answer = await product.queryApp.inject({
    url: '/api/v1/stages',
    headers: { cookie: page.cookie() },
  })
  t.equal(answer.statusCode, 401)
})

test('a key is shown once, works at once, and is shown again for the password', async (t) => {
  const { page, tenant } = await newUser()
  const created = await page.post<Issued>('/api-keys', { name: 'CRM', scopes: ['read', 'write'] })
  t.equal(created.status, 201)
  const { id, key } = created.body.data
  const api = product.api(key)
  t.equal((await api.get('/stages')).status, 200)
  const listed = await page.get<Listed>('/api-keys')
  t.notOk(JSON.stringify(listed.body).includes(key))
  t.match(listed.body.data.find((one) => one.id === id)?.created_by, { name: 'Ana Reis' })
  await eventually(async () => {
    const { body } = await page.get<Listed>('/api-keys')
    return body.data.find((one) => one.id === id)?.last_used_at != null
  })

  const no = await page.post(`/api-keys/${id}/reveal`, { password: wrong })
  t.match([no.status, codeOf(no)], [403, 'forbidden'])
  const reveals = async () =>
    (await facts()).filter(
      ({ type, data }) => type === 'ApiKeyRevealed' && 'key_id' in data && data.key_id === id,
    )
  t.same(await reveals(), [])
  const shown = await page.post<Issued>(`/api-keys/${id}/reveal`, { password: PASSWORD })
  t.match(shown, { status: 200, body: { data: { id, key } } })
  t.match(await reveals(), [{ metadata: { actor: { type: 'user' }, account_id: tenant.id } }])

  const store = { ...deps.store, append: () => Promise.reject(new Error('the log is away')) }
  const unwritten = await buildApp({ ...deps, store })
  t.teardown(() => unwritten.close())
  const untold = await browser({ ...product, commandApp: unwritten }).call({
    ...{ method: 'POST', path: `/api-keys/${id}/reveal`, body: { password: PASSWORD } },
    headers: { cookie: page.cookie() },
  })
  t.ok(untold.status >= 500)
  t.notOk(JSON.stringify(untold.body).includes(key), 'no key leaves before its fact')

  const other = await newUser()
  for (const [method, path] of [
    ['POST', `/api-keys/${id}/reveal`],
    ['DELETE', `/api-keys/${id}`],
  ] as const)
    t.equal((await other.page.call({ method, path, body: { password: PASSWORD } })).status, 404)
  t.equal((await page.call({ method: 'DELETE', path: `/api-keys/${id}` })).status, 200)
  t.equal((await api.get('/stages')).status, 401)
  t.equal((await api.post('/stages', { name: 'x' })).status, 401)
  t.equal((await page.post(`/api-keys/${id}/reveal`, { password: PASSWORD })).status, 404)
})

test('the keys of a removed user are listed as such, and end in one step', async (t) => {
  const { page, tenant } = await newUser()
  const rui = await signedIn(product, tenant.id, `${randomUUID()}@loja.example`, 'developer')
  const create = (by: Browser) => by.post<Issued>('/api-keys', { name: 'CRM', scopes: ['read'] })
  const [one, two, own] = [await create(rui), await create(rui), await create(page)]
  const users = await page.get<Data<{ id: string; role: string }[]>>('/users')
  const id = users.body.data.find(({ role }) => role === 'developer')?.id
  t.equal((await page.call({ method: 'DELETE', path: `/users/${id}` })).status, 200)
  const removed = async () => {
    const { body } = await page.get<Listed>('/api-keys')
    return body.data.filter(({ created_by }) => (created_by as { removed: boolean }).removed)
  }
  t.equal((await removed()).length, 2)
  t.equal((await product.api(one.body.data.key).get('/stages')).status, 200, 'they work on')
  const end = (by: Browser) => by.call({ method: 'DELETE', path: `/users/${id}/api-keys` })
  const stranger = await newUser()
  t.match(await end(stranger.page), { status: 200, body: { data: { revoked: 0 } } })
  t.match(await end(page), { status: 200, body: { data: { revoked: 2 } } })
  for (const { body } of [one, two])
    t.equal((await product.api(body.data.key).get('/stages')).status, 401)
  t.equal((await product.api(own.body.data.key).get('/stages')).status, 200)
  t.match(await end(page), { status: 200, body: { data: { revoked: 0 } } })
})

test('revealing a key whose text the vault has lost answers 410', async (t) => {
  const { page } = await newUser()
  const { body } = await page.post<Issued>('/api-keys', { name: 'Old', scopes: ['read'] })
  const stream = `apiKey-${body.data.id}`
  const issued = await deps.store.readLast(stream)
  const id = randomUUID()
  const data = { ...issued?.data, key_id: id, sha256: 'f'.repeat(64), secret_ref: randomUUID() }
  if (issued === null) throw new Error('no fact')
  await deps.store.append(`apiKey-${id}`, 'no_stream', [
    { type: 'ApiKeyIssued', data, id: randomUUID(), metadata: issued.metadata },
  ])
  const lost = await page.post(`/api-keys/${id}/reveal`, { password: PASSWORD })
  t.match([lost.status, codeOf(lost)], [410, 'secret_missing'])
})

test('a removed user is signed out with the next call, and the last owner cannot be removed', async (t) => {
  const { page, tenant, email } = await newUser()
  const second = `${randomUUID()}@loja.example`
  const invitation = await page.post<Data<{ id: string; setup_url: string }>>('/users', {
    ...{ email: second, name: 'Rui', role: 'owner' },
  })
  t.equal(invitation.status, 201)
  const { id, setup_url } = invitation.body.data
  const alone = await page.get<Data<{ id: string; email: string; state: string }[]>>('/users')
  const me = alone.body.data.find((user) => user.email === email)?.id
  t.match(
    alone.body.data.find((user) => user.id === id),
    { state: 'invited' },
  )
  t.equal((await page.call({ method: 'DELETE', path: `/users/${me}` })).status, 422)
  t.equal((await page.post('/users', { email, name: 'Twice', role: 'viewer' })).status, 422)

  const rui = browser(product)
  const token = new URL(setup_url).hash.slice(1)
  t.equal((await rui.post('/setup', { token, password: PASSWORD })).status, 201)
  const change = (by: typeof page, of: string, role: string) =>
    by.call({ method: 'PATCH', path: `/users/${of}`, body: { role } })
  t.equal((await change(page, `${me}`, 'viewer')).status, 200, 'there is another owner')
  t.equal((await change(page, id, 'viewer')).status, 403, 'a viewer cannot change users')
  const back = await change(rui, `${me}`, 'owner')
  t.match(back, { status: 200, body: { data: { id: me, role: 'owner' } } })
  t.equal((await rui.call({ method: 'DELETE', path: `/users/${me}` })).status, 200)
  t.equal((await page.get('/session')).status, 401)
  t.equal((await page.post('/api-keys', { name: 'x', scopes: ['read'] })).status, 401)
  const elsewhere = await openTenant(product)
  await signedIn(product, elsewhere.id, email)
  t.equal((await rui.call({ method: 'DELETE', path: `/users/${me}` })).status, 404, tenant.id)
})

test('an address can be invited everywhere, and belongs to whoever accepts first', async (t) => {
  const [a, b] = [await newUser(), await newUser()]
  const nobody = `${randomUUID()}@loja.example`
  const invite = async (page: Browser, email: string) => {
    const { status, body } = await page.post('/users', { email, name: 'Rui', role: 'viewer' })
    return { status, body: body as Data<{ id: string; setup_url: string }> }
  }
  const accept = ({ body }: { body: Data<{ setup_url: string }> }) =>
    browser(product).post('/setup', {
      token: new URL(body.data.setup_url).hash.slice(1),
      password: PASSWORD,
    })
  const shape = ({ status, body: { data } }: Awaited<ReturnType<typeof invite>>) => ({
    status,
    keys: Object.keys(data),
  })
  const [ofA, ofB] = [await invite(a.page, nobody), await invite(b.page, nobody)]
  t.same(shape(ofA), shape(ofB), 'an invitation elsewhere does not show')
  t.same(shape(await invite(b.page, a.email)), shape(ofB), 'nor does a user elsewhere')

  t.equal((await accept(ofB)).status, 201)
  t.match(await accept(ofA), { status: 404 })
  t.equal(
    (await browser(product).post('/session', { email: nobody, password: PASSWORD })).status,
    201,
  )
  t.equal((await a.page.post('/session', { email: a.email, password: PASSWORD })).status, 201)
  const { operator } = product
  const given = await operator.call({ method: 'DELETE', path: `/users/${nobody.toUpperCase()}` })
  t.match(given, { status: 200, body: { data: { id: ofB.body.data.id } } })
  t.equal((await accept(ofA)).status, 201, 'the address was given back')
  const owner = await operator.call({ method: 'DELETE', path: `/users/${a.email}` })
  t.equal(owner.status, 422, 'the last owner stays')
  const none = await operator.call({ method: 'DELETE', path: '/users/none@loja.example' })
  t.equal(none.status, 404)
})

test('a new password ends every other session', async (t) => {
  const { page, email } = await newUser()
  const other = browser(product)
  t.equal((await other.post('/session', { email, password: PASSWORD })).status, 201)
  const before = page.cookie()
  const change = (current: string) =>
    page.call({
      ...{ method: 'PUT', path: '/password' },
      body: { current, password: 'another horse battery' },
    })
  t.equal((await change(wrong)).status, 403)
  t.equal((await change(PASSWORD)).status, 201)
  t.not(page.cookie(), before)
  t.equal((await page.get('/session')).status, 200)
  t.equal((await other.get('/session')).status, 401)
  t.equal((await page.call({ method: 'DELETE', path: '/session' })).status, 204)
  t.equal((await page.get('/session')).status, 401)
})

test('when the schema control is dropped everybody has to sign in again, and nothing else is lost', async (t) => {
  const { page, email, tenant } = await newUser()
  await deps.pool.query('drop schema control cascade')
  t.equal((await page.get('/session')).status, 401)
  t.equal((await page.post('/session', { email, password: PASSWORD })).status, 201)
  const keys = await page.get<Listed>('/api-keys')
  t.ok(keys.body.data.some(({ id }) => id === tenant.key_id))
  t.equal((await tenant.api.post('/stages', { name: 'As ever' })).status, 201)
})

test('no password, cookie or link is stored readably in the log or the database', async (t) => {
  const { page, tenant } = await newUser()
  const token = await invited(product, tenant.id, `${randomUUID()}@loja.example`)
  const secret = page.cookie().slice('recado='.length)
  const log = JSON.stringify((await facts()).map(({ data, metadata }) => ({ data, metadata })))
  const { rows } = await deps.pool.query('select * from control.dashboard_sessions')
  for (const planted of [PASSWORD, secret, token]) {
    t.notOk(log.includes(planted))
    t.notOk(JSON.stringify(rows).includes(planted))
  }
})

test('a message is found by each of its names and traced, only by its own account', async (t) => {
  const [mine, other] = [await newUser(), await newUser()]
  const connection = await addOfficial(product, mine.tenant.id)
  await mine.tenant.api.call({
    method: 'POST',
    path: '/messages',
    headers: { 'idempotency-key': 'answer-0001' },
    body: {
      connection_id: connection.id,
      recipient: { phone: '5531987654321' },
      type: 'text',
      text: 'Tudo, e você?',
    },
  })
  type Message = { id: number; message_id: string; conversation_id: string }
  const logged = await eventually(async () => {
    const { body } = await mine.page.get<Data<Message[]>>('/messages')
    return body.data[0]
  })
  type Found = Data<{ kind: string; id: string }[]>
  const find = async (page: typeof mine.page, q: string) =>
    (await page.get<Found>(`/find?q=${encodeURIComponent(q)}`)).body.data
  const names = ['answer-0001', logged.message_id, String(logged.id)]
  for (const name of names) {
    t.match(await find(mine.page, name), [{ kind: 'message', id: logged.message_id }], name)
    t.same(await find(other.page, name), [], `${name} is not found by another account`)
  }
  for (const id of [logged.conversation_id, connection.id, '5531987654321']) {
    t.ok((await find(mine.page, id)).length > 0, id)
    t.same(await find(other.page, id), [])
  }
  const secret = await mine.page.get('/find?q=rcd_live_of_somebody')
  t.match([secret.status, codeOf(secret)], [400, 'query_error'])

  const path = `/trace/messages/${logged.message_id}`
  type Trace = Data<{ subject: object; steps: { kind: string; type?: string }[] }>
  const { body, told, stored } = await eventually(async () => {
    const { body } = await mine.page.get<Trace>(path)
    const told = body.data.steps.flatMap(({ kind, type }) => (kind === 'fact' ? [type] : []))
    const own = (await facts()).filter(({ stream }) => stream === `message-${logged.message_id}`)
    // The message's next fact may be recorded between the two reads.
    return told.length >= own.length && { body, told, stored: own.map(({ type }) => type) }
  })
  t.match(body.data.subject, { id: logged.message_id, log_id: logged.id, text: 'Tudo, e você?' })
  t.same(told, stored, 'all facts in order, none twice')
  t.match(body.data.steps[0], { kind: 'request', idempotency_key: 'answer-0001' })
  t.equal((await other.page.get(path)).status, 404)
  t.equal((await mine.page.get(`/trace/messages/${randomUUID()}`)).status, 404)
})

test('each kind of thing is found by its id, and a phone in any form', async (t) => {
  const [mine, other] = [await newUser(), await newUser()]
  const { id: connection_id } = await addOfficial(product, mine.tenant.id)
  const { api } = mine.tenant
  await api.put('/webhooks', { connection_id, url: 'https://nobody.example/hook' })
  await api.post('/messages', {
    ...{ connection_id, recipient: { phone: '+55 31 98765-4321' }, text: 'Oi' },
  })
  type Talk = { id: string; contact_id: string }
  const talk = await eventually(
    async () => (await api.get<Data<Talk[]>>('/conversations')).body.data[0],
  )
  const key = await mine.page.post<Issued>('/api-keys', { name: 'CRM', scopes: ['read'] })
  const event = 'whatsapp.message.received'
  const tested = await api.post<Data<{ id: string }>>('/webhooks/test', { connection_id, event })
  const { id: sale } = await sell(product, mine.tenant, { conversation_id: talk.id })
  type Found = Data<{ kind: string; id: string; href: string }[]>
  const find = async (page: typeof mine.page, q: string) =>
    (await page.get<Found>(`/find?q=${encodeURIComponent(q)}`)).body.data
  const { contact_id: contact } = talk
  for (const [q, kind, id, href] of [
    [contact, 'contact', contact, `/contacts/${contact}`],
    ['+55 (31) 98765-4321', 'contact', contact, `/contacts/${contact}`],
    ['553187654321', 'contact', contact, `/contacts/${contact}`],
    [tested.body.data.id, 'delivery', tested.body.data.id, `/deliveries/${tested.body.data.id}`],
    [key.body.data.id, 'api_key', key.body.data.id, '/api-keys'],
    [sale, 'sale', sale, `/contacts/${contact}`],
    [connection_id, 'connection', connection_id, `/connections/${connection_id}`],
  ] as const) {
    await eventually(async () => (await find(mine.page, q)).some((one) => one.kind === kind))
    const found = (await find(mine.page, q)).find((one) => one.kind === kind)
    t.match(found, { id, href: `/dashboard${href}` }, `${kind} ${q}`)
    t.same(await find(other.page, q), [], `${kind} ${q} is not found by another account`)
  }
  const secret = await mine.page.get('/find?q=whsec_of_somebody')
  t.match([secret.status, codeOf(secret)], [400, 'query_error'])
})

/** Counts the password hashes from now on, by the name that Node gives such work. */
function countHashes(t: Test): () => number {
  let count = 0
  const init = (_: number, type: string) => {
    if (type === 'SCRYPTREQUEST') count += 1
  }
  const hook = createHook({ init }).enable()
  t.teardown(() => hook.disable())
  return () => count
}
