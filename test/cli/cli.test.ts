import { Webhook } from 'standardwebhooks'
import { t as file, type Test, test } from 'tap'
import { startCustomer } from '../kit/customer.ts'
import { signedIn } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { startLossyGateway } from '../kit/lossy-gateway.ts'
import { recado, startRecado } from '../kit/recado-command.ts'
import { startWorld } from '../kit/world.ts'

const world = await startWorld()
const gateway = await startLossyGateway(() => world.product())
const sink = await startCustomer()
file.teardown(async () => {
  await sink.stop()
  await gateway.stop()
  await world.stop()
})

const PHONE = '5531987654321'
const env = { RECADO_API_KEY: world.tenant.key, RECADO_BASE_URL: gateway.url }
const on = (...args: string[]) => recado(env, ...args)

test('a message is sent, found and traced, and exit codes show what went wrong', async (t) => {
  const send = ['send', '--to', PHONE, '--text', 'Oi', '--key', 'answer-0001']
  const first = JSON.parse((await on(...send, '--json')).out).data
  t.equal(
    JSON.parse((await on(...send, '--json')).out).data.provider_message_id,
    first.provider_message_id,
  )
  t.match(await on('find', 'answer-0001'), { code: 0, out: /message {2}[0-9a-f-]{36} {2}Oi/ })
  const trace = await on('trace', first.provider_message_id)
  t.match(trace, {
    code: 0,
    out: /requested by .*key answer-0001[\s\S]*MessageSendRequested[\s\S]*call 1 accepted/,
  })
  const told = await eventually(async () => {
    const { out } = await on('trace', 'answer-0001')
    return out.includes('reported sent at') && out
  })
  t.notMatch(told, /reported sent at .* \[/, 'a successful status has no errors')
  const { data } = JSON.parse((await on('--json', 'trace', 'answer-0001')).out)
  t.equal(data.subject.direction, 'outbound')

  t.match(await on('find', 'ÓI'), { code: 0, out: /message {2}[0-9a-f-]{36} {2}Oi .*T.*Z/ })
  t.match(await on('trace', 'oi'), { code: 4, out: '', told: /no message/ }, 'words are no id')
  t.match(await on('trace', 'nothing-of-ours'), { code: 4, out: '', told: /no message/ })
  t.equal((await on('find', 'nothing-of-ours')).code, 4)
  t.equal((await on('send', '--text', 'to whom')).code, 2)
  t.match(await on('listen', '--foward-to', 'x'), { code: 2, told: /--forward-to/ })
  t.equal((await on('events')).code, 2)
  t.match(await on('deliveries', 'list', '--status', 'lost'), {
    code: 2,
    told: /--status is one of/,
  })
  t.match(await on('events', 'list', '--limit', 'many'), { code: 2, told: /--limit/ })
  t.match(await on('api', 'GET', '/stages', '--data', '{}'), { code: 2, told: /--data/ })
  t.match(await on('api', 'POST', '/stages', '--data', '@/nowhere'), { code: 2, told: /nowhere/ })
  t.match(await recado({ ...env, RECADO_API_KEY: 'rcd_live_none' }, 'connections', 'list'), {
    code: 3,
  })
  t.match(await on('api', 'GET', '/stages'), { code: 0, out: /"data"/ })
  t.equal((await on('api', 'GET', '/contacts/00000000-0000-4000-8000-000000000000')).code, 4)
  const away = await recado({ ...env, RECADO_BASE_URL: 'http://127.0.0.1:1/api/v1' }, 'doctor')
  t.match(away, { code: 1, out: /fail {2}server/ })
  t.match(await on('doctor'), {
    code: 0,
    out: /ok +key[\s\S]*1 of 1 connected[\s\S]*webhook +none/,
  })
})

test('control characters in a received message do not reach the terminal', async (t) => {
  await world.userWrites(PHONE, 'red \u001b[31m and \u202e back')
  const shown = await eventually(async () => {
    const { out } = await on('events', 'list')
    return out.includes('red') && out
  })
  for (const mark of ['\u001b', '\u202e']) t.notOk(shown.includes(mark))
})

test('listen starts late, is killed, resumes, and receives redeliveries', async (t) => {
  const { id } = world.connection
  await world.api().put('/webhooks', { connection_id: id, url: world.customer.url })
  await world.userWrites(PHONE, 'before it ran')
  const delivered = await eventually(() =>
    world.customer.arrivals.find(({ text }) => text.includes('before it ran')),
  )
  const state = { ...env, XDG_STATE_HOME: t.testdir({}) }
  const only = ['--connection', world.connection.phone_number_digits]
  const received = ['--events', 'whatsapp.message.received', '--forward-to', sink.url, '--json']
  const args = ['listen', ...only, ...received]

  const late = startRecado(state, ...args, '--since', '10m')
  t.teardown(() => late.kill())
  // A line is printed after its event was posted and its cursor stored.
  const told = () => late.out().split('\n').length - 1
  await eventually(() => texts().includes('before it ran') && told() === texts().length)
  const secret = readySecret(t, late.told())
  await late.kill()
  await world.userWrites(PHONE, 'while it was down')
  const resumed = startRecado(state, ...args, '--resume')
  t.teardown(() => resumed.kill())
  await eventually(() => texts().includes('while it was down'))
  const { 'x-service-delivery': delivery } = delivered.headers
  await world.api().post(`/webhooks/deliveries/${delivery}/redeliver`)
  await eventually(() => texts().filter((text) => text === 'before it ran').length === 2)
  // Redelivered once more, from a session of the dashboard.
  const page = await signedIn(world.product(), world.tenant.id, 'cli@loja.example', 'developer')
  const again = await page.post(`/webhooks/deliveries/${delivery}/redeliver`)
  t.equal(again.status, 202)
  await eventually(() => texts().filter((text) => text === 'before it ran').length === 3)
  resumed.child.kill('SIGINT')
  t.equal(await resumed.ended, 0)
  t.match(resumed.told(), /ended cursor=\S+; continue with --from/)

  const lines = `${late.out()}${resumed.out()}`.trim().split('\n')
  const cursors = lines.map((line) => JSON.parse(line).cursor)
  t.equal(new Set(cursors).size, cursors.length, 'each cursor once')
  t.equal(texts().filter((text) => text === 'while it was down').length, 1)
  const webhook = new Webhook(secret)
  for (const { text, headers } of sink.arrivals) t.ok(webhook.verify(text, headers))
})

test('an assistant gets the reason why a message failed, though its input closes at once', async (t) => {
  await world.sim('POST', '/faults', { kind: 'failed_status', code: 131026 })
  await on('send', '--to', PHONE, '--text', 'never arrives', '--key', 'failing-0001')
  const trace = await eventually(async () => {
    const { data } = JSON.parse((await on('--json', 'trace', 'failing-0001')).out)
    return data.subject.status === 'failed' && data
  })
  const call = (id: number, method: string, params: object) =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
  const clientInfo = { name: 'test', version: '1' }
  const version = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
  const assistant = startRecado(env, 'mcp')
  assistant.child.stdin?.end(
    [
      call(1, 'initialize', version),
      call(2, 'tools/list', {}),
      call(3, 'tools/call', { name: 'traceMessage', arguments: { id: wamidOf(trace) } }),
      call(4, 'tools/call', { name: 'sendMessage', arguments: { body: {} } }),
      call(5, 'tools/call', { name: 'findAnything', arguments: { q: '' } }),
    ].join(''),
  )
  t.equal(await assistant.ended, 0)
  const answers = new Map(
    assistant
      .out()
      .trim()
      .split('\n')
      .map((line) => [JSON.parse(line).id, JSON.parse(line).result]),
  )
  t.equal(answers.get(1).serverInfo.name, 'recado')
  const tools: { name: string; annotations: { readOnlyHint: boolean } }[] = answers.get(2).tools
  t.ok(tools.some(({ name }) => name === 'listMessages'))
  t.ok(tools.every(({ annotations }) => annotations.readOnlyHint))
  const { why } = JSON.parse(answers.get(3).content[0].text).data
  t.match(why, { rule: trace.why.rule, sentence: /cannot be reached on WhatsApp/ })
  t.match(
    (await on('trace', 'failing-0001')).out,
    /why: .*cannot be reached .*undeliverable: 131026/,
  )
  t.match(answers.get(4), { isError: true, content: [{ text: /no tool sendMessage/ }] })
  t.match(answers.get(5), { isError: true, content: [{ text: /q is required/ }] })
})

/** The provider's id of a traced message. */
function wamidOf({ steps }: { steps: { data?: { provider_message_id?: string } }[] }) {
  return steps.find(({ data }) => data?.provider_message_id)?.data?.provider_message_id
}

function texts(): string[] {
  return sink.arrivals.map(({ body }) => (body.data as { message: { text: string } }).message.text)
}

/** The secret in the one line which says that listening has begun. */
function readySecret(t: Test, told: string): string {
  const lines = told.split('\n').filter((line) => line.startsWith('ready '))
  t.equal(lines.length, 1)
  t.match(lines[0], /^ready connection=[0-9a-f-]{36} secret=whsec_\S+ cursor=\S+$/)
  return /secret=(\S+)/.exec(lines[0] ?? '')?.[1] ?? ''
}
