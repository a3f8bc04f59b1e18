import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Test, test } from 'tap'
import { PROGRAM, recado, startRecado } from '../kit/recado-command.ts'

/** A request to the API of a test. */
type Asked = { readonly call: string; readonly key: string; readonly body: string }

/** An API with the answers of the test. */
async function apiOf(t: Test, answer: (asked: Asked) => object, status = 200) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const one = await readCall(request)
    asked.push(one)
    if (!one.call.endsWith('/openapi.json')) response.statusCode = status
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(one)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`
  return { asked, url, env: { RECADO_BASE_URL: url, RECADO_API_KEY: 'rcd_live_env' } }
}

async function readCall(request: IncomingMessage): Promise<Asked> {
  const { method, url, headers } = request
  return { call: `${method} ${url}`, key: headers.authorization ?? '', body: await text(request) }
}

/** Stores a profile. @returns the environment in which it is found */
async function profileOf(t: Test, name: string, profile: object) {
  const XDG_CONFIG_HOME = t.testdir({})
  const folder = join(XDG_CONFIG_HOME, 'recado')
  await mkdir(folder)
  await writeFile(join(folder, 'config.json'), JSON.stringify({ profiles: { [name]: profile } }))
  return { XDG_CONFIG_HOME }
}

test('a body is read from standard input', async (t) => {
  const { asked, env } = await apiOf(t, () => ({ data: {} }))
  const called = startRecado(env, 'api', 'POST', '/stages', '--data', '-')
  t.teardown(() => called.kill())
  called.child.stdin?.end('{"name":"New"}')
  t.equal(await called.ended, 0, called.told())
  t.match(asked, [{ call: 'POST /api/v1/stages', body: '{"name":"New"}' }])
})

test('output that cannot be written ends in an error code', async (t) => {
  const full = await open('/dev/full', 'w')
  t.teardown(() => full.close())
  const child = spawn(PROGRAM, ['whoami'], { cwd: '/', stdio: ['ignore', full.fd, 'pipe'] })
  if (child.stderr === null) throw new Error('there is no standard error')
  const told = text(child.stderr)
  const [code] = await once(child, 'close')
  t.equal(code, 1)
  t.match(await told, /ENOSPC|no space/)
})

test('an invalid time is refused', async (t) => {
  const { asked, env } = await apiOf(t, () => ({ data: [], has_more: false }))
  for (const since of ['10', 'May', '5 ago'])
    t.match(await recado(env, 'events', 'list', '--since', since), { code: 2, told: /10m/ })
  t.same(asked, [])
  t.equal((await recado(env, 'events', 'list', '--since', '2026-01-31')).code, 0)
})

test('a profile named by an option is used', async (t) => {
  const there = await apiOf(t, () => ({ data: [], pagination: { next_offset: null } }))
  const elsewhere = await apiOf(t, () => ({}))
  const kept = await profileOf(t, 'other', { api_key: 'rcd_live_kept', base_url: there.url })
  const ran = await recado(
    { ...elsewhere.env, ...kept },
    'connections',
    'list',
    '--profile',
    'other',
  )
  t.equal(ran.code, 0, ran.told)
  t.match(there.asked, [{ key: 'Bearer rcd_live_kept' }])
  t.same(elsewhere.asked, [])
})

test('a stored key is sent only to the address it was checked at', async (t) => {
  const elsewhere = await apiOf(t, () => ({}))
  const proven = { api_key: 'rcd_live_kept', base_url: 'https://recado.example/api/v1' }
  const env = { ...(await profileOf(t, 'default', proven)), RECADO_BASE_URL: elsewhere.url }
  t.match(await recado(env, 'connections', 'list'), { code: 2, told: /no API key/ })
  const slash = { ...env, RECADO_BASE_URL: `${proven.base_url}/` }
  t.match(await recado(slash, 'whoami'), { code: 0, out: /…kept/ })
  t.same(elsewhere.asked, [])
})

test('no call follows a redirect: neither key, token nor body leave the server that was named', async (t) => {
  const elsewhere = await apiOf(t, () => ({ data: [], pagination: { next_offset: null } }))
  for (const status of [301, 302, 303, 307, 308]) {
    const asked: string[] = []
    const server = createServer(async (request, response) => {
      asked.push(`${request.method} ${request.url}`)
      await text(request)
      const location = request.url?.endsWith('/stages') ? '/api/v1/moved' : elsewhere.url
      response.writeHead(status, { location }).end()
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    t.teardown(() => server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`
    const env = { RECADO_BASE_URL: url, RECADO_API_KEY: 'rcd', RECADO_OPERATOR_TOKEN: 'token' }
    const led = { code: 1, told: new RegExp(`answered ${status} and leads to http.*base URL`) }
    t.match(await recado(env, 'connections', 'list'), led)
    t.match(await recado(env, 'keys', 'revoke', 'one'), led)
    t.match(await recado(env, 'api', 'POST', '/messages', '--data', '{"text":"Oi"}'), led)
    t.match(await recado(env, 'doctor'), { code: 1, out: /fail {2}server/ })
    t.match(await recado(env, 'api', 'GET', '/stages'), { code: 1, told: /another address/ })
    t.notOk(
      asked.some((call) => call.includes('moved')),
      'nor to the same server',
    )
  }
  t.same(elsewhere.asked, [])
})

test('a damaged profile file is named in the error', async (t) => {
  const env = await profileOf(t, 'default', {})
  const file = join(env.XDG_CONFIG_HOME, 'recado', 'config.json')
  await writeFile(file, '{"profiles":')
  t.match(await recado(env, 'whoami'), { code: 2, told: new RegExp(file) })
})

test('a server whose read models are being filled has a good key and reads that wait', async (t) => {
  const message = 'the read models are being filled from the log: 43 %; try again'
  const says = ({ call }: Asked) =>
    call.endsWith('/openapi.json')
      ? { info: { title: 'Recado', version: '0.1.0' } }
      : { error: { code: 'unavailable', message } }
  const { env } = await apiOf(t, says, 503)
  const { code, out } = await recado(env, 'doctor')
  t.equal(code, 1)
  t.match(out, /^ok +key /m)
  t.match(out, new RegExp(`^fail +reads +${message}`, 'm'))
})

test('connections are listed to the last page', async (t) => {
  const number = { type: 'official', status: 'connected', phone_number_digits: '5511900000000' }
  const { env } = await apiOf(t, ({ call }) => {
    const offset = Number(/offset=(\d+)/.exec(call)?.[1] ?? 0)
    const next_offset = offset === 0 ? 200 : null
    return { data: [{ ...number, id: `number-${offset}` }], pagination: { next_offset } }
  })
  t.match(await recado(env, 'connections', 'list'), { out: /number-0 [\s\S]*number-200 / })
})

test('control characters are escaped in JSON output too, without changing its meaning', async (t) => {
  const title = 'red \u009b31m and \u202e back'
  const { env } = await apiOf(t, () => ({ data: [{ kind: 'contact', id: '1', title }] }))
  for (const args of [
    ['find', 'x', '--json'],
    ['api', 'GET', '/find?q=x'],
  ]) {
    const { out } = await recado(env, ...args)
    t.notMatch(out, /[\u0080-\u009f\u202e]/)
    t.equal(JSON.parse(out).data[0].title, title)
  }
})

const AT = '2026-01-01T09:00:00.000Z'
const cutOff = { http_status: null, error: 'connect ECONNREFUSED 203.0.113.9:443', took_ms: 3 }
const failing = {
  ...{ rule: 'webhook_failing', failure: 'connection_refused', says: cutOff.error },
  sentence: 'The last attempt failed. Nothing accepts connections there.',
}

test('a delivery shows why it failed, and the error of each attempt', async (t) => {
  const attempt_log = [
    { ...{ attempt: 1, at: AT, outcome: 'failed', next_at: null }, ...cutOff },
    { attempt: 2, at: AT, outcome: 'failed', next_at: null, http_status: 503, took_ms: 4 },
  ]
  const request = { headers: {}, body: '{}' }
  const { env } = await apiOf(t, () => ({ data: { why: failing, attempt_log, request } }))
  const { code, out } = await recado(env, 'deliveries', 'show', 'any')
  t.equal(code, 0)
  t.match(
    out,
    /why: The last attempt failed\. Nothing accepts connections there\. \(webhook_failing/,
  )
  t.match(out, /1\. \S+ {2}connect ECONNREFUSED 203\.0\.113\.9:443 {2}failed/)
  t.match(out, /2\. \S+ {2}503 {2}failed/)
})

test('a trace shows our clock, names that of the provider, and says why in a sentence', async (t) => {
  const step = { key: 'a', state: null, lane: 'whatsapp' }
  const theirs = '2026-01-01T12:34:56.000Z'
  const steps = [
    { ...step, kind: 'status', type: 'sent', at: theirs, recorded_at: AT, data: {} },
    { ...step, kind: 'attempt', at: AT, attempt: 1, event: 'e', outcome: 'failed', ...cutOff },
  ]
  const subject = { id: 'x', direction: 'outbound', type: 'text', text: '', status: 'sent' }
  const trace = { subject, why: { ...failing, because: [] }, steps, is_cut: false }
  const { env } = await apiOf(t, ({ call }) => ({
    data: call.includes('/find') ? [{ kind: 'message', id: 'x', by: 'id' }] : trace,
  }))
  const { code, out } = await recado(env, 'trace', 'answer-0001')
  t.equal(code, 0)
  t.match(out, /why: The last attempt failed\. .*203\.0\.113\.9/)
  const [told = '', posted = ''] = out.split('\n').filter((line) => /^[├└]/.test(line))
  t.ok(told.startsWith(`├─ ${AT}`), 'our clock, as in every other line')
  t.match(told, /reported sent at 2026-01-01T12:34:56\.000Z \(the provider's clock\)/)
  t.match(posted, /POST 1 of e, failed in 3 ms: connect ECONNREFUSED 203\.0\.113\.9:443/)
})
