import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { t as file, test } from 'tap'
import { save } from '../kit/contacts.ts'
import { eventually } from '../kit/eventually.ts'
import { startLossyGateway } from '../kit/lossy-gateway.ts'
import { textsPost } from '../kit/meta-post.ts'
import { OPERATOR_TOKEN } from '../kit/product-servers.ts'
import { recado, startRecado } from '../kit/recado-command.ts'
import { addOfficial, issueKey, openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

const world = await startWorld()
const gateway = await startLossyGateway(() => world.product())
file.teardown(async () => {
  await gateway.stop()
  await world.stop()
})

const PHONE = '5531987654321'
const { customer, tenant } = world
const url = { RECADO_BASE_URL: gateway.url }
const env = { ...url, RECADO_API_KEY: tenant.key }
const on = (...args: string[]) => recado(env, ...args)

test('a webhook is set, tested, paused and set again, and what it missed is recovered', async (t) => {
  t.match(await on('webhooks', 'set', 'no address'), { code: 1, told: /url/ })
  const set = await on('webhooks', 'set', customer.url, '--events', 'whatsapp.message.received')
  t.equal(set.code, 0)
  const secret = /(whsec_\S+)/.exec(set.out)?.[1] ?? ''
  t.match(await on('webhooks', 'get'), { code: 0, out: /yes +whatsapp\.message\.received +http/ })
  const tried = await on('webhooks', 'test')
  t.match(tried, { code: 0, told: /recado deliveries show/ })
  const sample = await eventually(() => customer.arrivals.find(({ body }) => 'test' in body))
  t.ok(new Webhook(secret).verify(sample.text, sample.headers))
  t.match(await on('webhooks', 'off'), { code: 0, out: 'paused\n' })

  // This event comes before its name is chosen, so there is no delivery until a recovery.
  await world.userWrites(PHONE, 'Ninguém soube')
  await eventually(async () => (await on('events', 'list')).out.includes('Ninguém soube'))
  await on('webhooks', 'set', customer.url)
  const since = ['--since', '10m']
  t.equal((await on('webhooks', 'recover')).code, 2, '--since is required')
  t.match(await on('webhooks', 'recover', '--since', 'soon'), { code: 2, told: /10m/ })
  t.match(await on('webhooks', 'recover', ...since), { code: 0, out: /^[0-9a-f-]{36} {2}\w+\n$/ })
  await eventually(() => customer.arrivals.some(({ text }) => text.includes('Ninguém soube')))
  const { data } = JSON.parse((await on('--json', 'webhooks', 'recover', ...since)).out)
  t.equal(data.connection_id, world.connection.id)
})

test('a key is checked before it is stored, and is used by later calls', async (t) => {
  const config = { XDG_CONFIG_HOME: t.testdir({}) }
  const login = (key: string, ...args: string[]) => {
    const started = startRecado({ ...config, ...url }, 'login', ...args)
    t.teardown(() => started.kill())
    started.child.stdin?.end(key)
    return started.ended.then((code) => ({ code, told: started.told() }))
  }
  const kept = join(config.XDG_CONFIG_HOME, 'recado', 'config.json')
  t.match(await login(''), { code: 2, told: /no API key/ })
  t.match(await login('rcd_live_none'), { code: 3 })
  await t.rejects(readFile(kept), 'an invalid key is not stored')
  const done = await login(`${tenant.key}\n`)
  t.match(done, { code: 0, told: /saved as profile default .*; 1 connections/ })
  t.notMatch(done.told, tenant.key)
  const reader = await issueKey(world.product(), tenant.id, ['read'])
  t.equal((await login(reader.key, '--profile', 'reader')).code, 0)
  t.equal((await stat(kept)).mode & 0o077, 0, 'readable by its owner only')

  // The profile has the key and the address; the environment has neither.
  t.match(await recado(config, 'connections', 'list'), { code: 0, out: /connected/ })
  t.match(await recado(config, 'whoami'), { code: 0, out: /profile default/ })
  const write = ['api', 'POST', '/stages', '--data', '{"name":"New"}']
  t.equal((await recado(config, ...write, '--profile', 'reader')).code, 3)
  t.equal((await recado(config, ...write)).code, 0)
  t.match(await recado(config, 'whoami', '--profile', 'nobody'), { code: 2, told: /recado login/ })
})

test('an assistant that may write sends once, however often it asks; with a read key it sends nothing', async (t) => {
  const { key } = await issueKey(world.product(), tenant.id, ['read'])
  const body = { connection_id: world.connection.id, recipient: { phone: PHONE }, text: 'Do robô' }
  const send = { name: 'sendMessage', arguments: { body, idempotency_key: 'assistant-0001' } }
  const ask = async (as: string) => {
    const assistant = startRecado({ ...url, RECADO_API_KEY: as }, 'mcp', '--allow-writes')
    t.teardown(() => assistant.kill())
    const clientInfo = { name: 'test', version: '1' }
    const calls = [
      ['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }],
      ['tools/list', {}],
      ['tools/call', send],
      ['tools/call', { name: 'sendMessage', arguments: { body: { text: 'to whom' } } }],
    ]
    const lines = calls.map(([method, params], id) =>
      JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    )
    assistant.child.stdin?.end(`${lines.join('\n')}\n`)
    t.equal(await assistant.ended, 0)
    const answers = assistant
      .out()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    return (id: number) => answers.find((answer) => answer.id === id)?.result
  }
  for (const _ of ['first', 'again']) {
    const answer = await ask(tenant.key)
    const tools: { name: string; annotations: { readOnlyHint: boolean } }[] = answer(1).tools
    t.match(
      tools.find(({ name }) => name === 'sendMessage'),
      { annotations: { readOnlyHint: false } },
    )
    t.match(JSON.parse(answer(2).content[0].text), { data: { accepted: true } })
    t.match(answer(3), { isError: true, content: [{ text: /"status":4\d\d/ }] })
  }
  t.match((await ask(key))(2), { isError: true, content: [{ text: /forbidden/ }] })
  const sent = await world.sim<{ biz_opaque_callback_data: string }[]>('GET', '/messages')
  t.equal(sent.length, 1)
})

test('the operator issues a key and revokes it', async (t) => {
  const operator = { ...env, RECADO_OPERATOR_TOKEN: OPERATOR_TOKEN }
  t.equal((await recado(operator, 'keys', 'create', 'CRM')).code, 2, 'the account is required')
  const issued = await recado(
    ...([operator, 'keys', 'create', 'CRM', '--account', tenant.id, '--scopes', 'read'] as const),
  )
  t.match(issued, { code: 0, out: /^rcd_live_\S+\n$/, told: /id \S+, scopes read/ })
  const key = issued.out.trim()
  const id = /id (\S+),/.exec(issued.told)?.[1] ?? ''
  t.equal((await recado({ ...url, RECADO_API_KEY: key }, 'api', 'GET', '/stages')).code, 0)
  t.match(await recado(operator, 'keys', 'revoke', id), { code: 0, out: `revoked ${id}\n` })
  t.equal((await recado({ ...url, RECADO_API_KEY: key }, 'api', 'GET', '/stages')).code, 3)
  t.equal((await recado({ ...operator, RECADO_OPERATOR_TOKEN: 'x' }, 'keys', 'revoke', id)).code, 3)
})

test('the operator registers, lists and removes a gateway', async (t) => {
  const operator = { ...env, RECADO_OPERATOR_TOKEN: OPERATOR_TOKEN }
  const gateways = (...args: string[]) => recado(operator, 'gateways', ...args)
  const address = 'http://waha-2.test:3000'
  t.match(await gateways('register', address, '--sessions', 'many'), { code: 2 })
  const made = await gateways('register', address, '--sessions', '40')
  t.match(made, { code: 0, out: /^registered [0-9a-f-]{36}\n$/ })
  const id = made.out.split(' ')[1]?.trim() ?? ''
  await eventually(async () => (await gateways('list')).out.includes(`${id}  0 of 40`))
  t.match(await gateways('remove', id), { code: 0, out: `removed ${id}\n` })
  t.equal((await gateways('remove', randomUUID())).code, 4)
  const connection = await addOfficial(world.product(), tenant.id)
  const moved = await recado(operator, 'connections', 'move', connection.id)
  t.match(moved, { code: 1, told: /session/ }, 'only numbers with a session move')
  t.equal((await recado(env, 'gateways', 'list')).code, 2, 'only the operator may')
})

test('the operator releases a number', async (t) => {
  const operator = { ...env, RECADO_OPERATOR_TOKEN: OPERATOR_TOKEN }
  const { id } = await addOfficial(world.product(), tenant.id)
  t.match(await recado(operator, 'connections', 'release', id), { out: `released ${id}\n` })
  t.match(await recado(env, 'connections', 'list'), { out: new RegExp(`${id} .*disconnected`) })
  t.equal((await recado(env, 'connections', 'release', id)).code, 2, 'only the operator may')
})

/** A post that arrives right before the end. */
function lastWord(number: Awaited<ReturnType<typeof addOfficial>>) {
  const { payload, headers } = textsPost(number, '5531994990002', ['wamid.last'], 'Ultima palavra')
  return { payload, headers }
}

test('the operator exports and erases an account', async (t) => {
  const operator = { ...env, RECADO_OPERATOR_TOKEN: OPERATOR_TOKEN }
  const folder = await mkdtemp(join(tmpdir(), 'ended-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const ended = await openTenant(world.product())
  const { body } = await ended.api.post<{ data: { id: string } }>('/contacts', {
    ...{ phone: '5531994990001', name: 'Ana Exportada' },
  })
  const { id } = body.data
  const number = await addOfficial(world.product(), ended.id)
  const end = ['accounts', 'end', ended.id, '--to', folder]
  t.equal((await recado(env, ...end)).code, 2, 'only the operator may')
  const asked = startRecado(operator, ...end)
  asked.child.stdin?.end('Another\n')
  t.equal(await asked.ended, 2, asked.told())
  t.match(asked.told(), /Type its name/)
  t.equal((await ended.api.get('/contacts')).status, 200, 'nothing is erased')
  const { data } = (await ended.api.get<{ data: object[] }>('/connections')).body
  t.match(data, [{ id: number.id, status: 'connected' }], 'nothing is released')

  await world.product().commandApp.inject({ method: 'POST', url: number.hook, ...lastWord(number) })
  const done = await recado(operator, ...end, '--yes')
  t.match(done, { code: 0, out: new RegExp(`^erased ${ended.id}: [0-9]+ rows`) })
  t.match(await readFile(join(folder, 'messages.ndjson'), 'utf8'), /Ultima palavra/)
  t.match(await readFile(join(folder, 'connections.ndjson'), 'utf8'), /"disconnected"/)
  t.match(await readFile(join(folder, 'contacts.ndjson'), 'utf8'), /Ana Exportada/)
  t.match(await readFile(join(folder, 'persons', `${id}.json`), 'utf8'), /ContactCreated/)
  t.equal((await ended.api.get('/contacts')).status, 401)
  t.match(await recado(operator, ...end, '--yes'), { code: 0, out: done.out }, 'again is the same')
  t.match(await readFile(join(folder, 'contacts.ndjson'), 'utf8'), /Ana Exportada/)
  t.equal((await recado(operator, 'accounts', 'end', id, '--to', folder, '--yes')).code, 4)
})

test('the operator erases a person, and sees how far it is', async (t) => {
  const operator = { ...env, RECADO_OPERATOR_TOKEN: OPERATOR_TOKEN }
  const contacts = (...args: string[]) => recado(operator, 'contacts', ...args)
  const { id } = (await save({ api: world.api() }, { phone: '5531987650009' })).body.data
  t.equal((await contacts('erasure', id)).code, 4, 'nobody has asked yet')
  t.equal((await recado(env, 'contacts', 'erase', id)).code, 2, 'only the operator may')
  t.match(await contacts('erase', id), {
    code: 0,
    out: new RegExp(`^${id}  (running|done)`),
    told: new RegExp(`recado contacts erasure ${id}`),
  })
  await eventually(async () => (await contacts('erasure', id)).out.includes('done since'))
  t.match(await contacts('erasure', id), { code: 0, out: /done since 2\S+ {2}found: .*1 contact/ })
  t.equal((await contacts('erase', randomUUID())).code, 4)
})
