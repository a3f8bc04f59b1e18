import { randomInt, randomUUID } from 'node:crypto'
import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { startMetrics } from '@recado/infra/metrics'
import { startProjectors } from '@recado/projectors/projectors'
import { t as file, test } from 'tap'
import { textReceived } from '../examples/conversation-facts.ts'
import { eventually } from '../kit/eventually.ts'
import { recorded } from '../kit/projecting.ts'
import { sell } from '../kit/sales.ts'
import { addFreemium, addOfficial } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'
import { faults, idsIn, type Line, ownersIn } from './log-lines.ts'

const PHONE = '5531987650001'
const OLD = '2026-01-01T09:00:00.000Z'
/** The fields that each line must have beside `account_id`. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'an event could not be applied and was parked': ['event_id', 'correlation_id'],
  'an intent was parked': ['event_id', 'correlation_id'],
  'parked intents were recorded': ['event_id', 'correlation_id'],
  'a backlog cannot be read; the next sweep tries again': ['connection_id'],
  'delivery outcomes wait for the log': ['connection_id', 'correlation_id'],
  'a webhook whose endpoint answered 410 could not be deactivated': [
    'connection_id',
    'delivery_id',
    'correlation_id',
  ],
  'a webhook was not swept': ['connection_id'],
  'a webhook was deactivated': ['connection_id', 'correlation_id'],
  'a recovery of deliveries failed; it will be retried': [
    'recovery_id',
    'connection_id',
    'correlation_id',
  ],
  'the next step of a send failed; it will be retried': ['message_id', 'correlation_id'],
  'attributing a sale failed; it will be retried': ['sale_id', 'correlation_id'],
  'creating a session failed; it will be retried': ['connection_id'],
  'checking a number failed; it will be retried': ['connection_id', 'correlation_id'],
  'removing facts past their retention failed; it will be retried': ['kept_for', 'correlation_id'],
  'reading the templates of a business account failed; it will be retried': [
    'waba_id',
    'correlation_id',
  ],
}
/** The lines whose correlation id must belong to facts in the log. */
const CHAINED = [
  ...[
    'an event could not be applied and was parked',
    'an intent was parked',
    'parked intents were recorded',
  ],
  ...[
    'delivery outcomes wait for the log',
    'a webhook whose endpoint answered 410 could not be deactivated',
  ],
  ...['a webhook was deactivated', 'a recovery of deliveries failed; it will be retried'],
  ...[
    'the next step of a send failed; it will be retried',
    'attributing a sale failed; it will be retried',
  ],
]

const lines: Line[] = []
const failing = faults()
const world = await startWorld({
  // The product only maintains read models; the test starts everything else over servers that fail on demand.
  settings: {
    PROJECTORS_ROLE: 'projector',
    LOG_LEVEL: 'info',
    DELIVERY_DAYS: '30',
    // Nothing listens there.
    WAHA_URL: 'http://127.0.0.1:9',
    WAHA_API_KEY: 'key',
    WAHA_HMAC_KEY: 'hmac',
  },
  tampersWithLog: true,
  logTo: { write: (line) => void lines.push(JSON.parse(line)) },
})
file.teardown(() => world.stop())
const { tenant, connection, customer, sim } = world
const { deps, nats, config, operator, commandApp } = world.product()
const api = world.api()

/** The first line with this text. */
const told = (msg: string) =>
  eventually(() => {
    const line = lines.find((one) => one.msg === msg)
    if (line === undefined) throw new Error(`nobody said: ${msg}`)
    return line
  })

/** Runs `act` while everything about one category of streams fails, until the lines are logged. */
async function whileFails(what: string, act: () => Promise<unknown>, ...msgs: string[]) {
  failing.begin(what)
  await act()
  for (const msg of msgs) await told(msg)
  failing.end(what)
}

const append = (stream: string, at: string, ...facts: { type: string; data: object }[]) => {
  const of = { account_id: tenant.id, at }
  return deps.store.append(
    stream,
    'no_stream',
    facts.map((fact) => recorded(stream, fact, of)),
  )
}

/** Appends a message that was received while no dispatcher ran. */
async function message(at: string) {
  const id = randomUUID()
  const { type, data } = textReceived(id, `wamid.${id}`)
  await append(`message-${id}`, at, { type, data: { ...data, connection_id: connection.id } })
}

/** Appends a contact whose phone is too long for any index. */
async function unfittingContact() {
  const contact_id = randomUUID()
  const value = Array.from({ length: 9_000 }, () => randomInt(10)).join('')
  const created = { type: 'ContactCreated', data: { contact_id, created_at: OLD } }
  const data = {
    ...{ contact_id, kind: 'phone', value, match_key: value },
    ...{ connection_id: null, linked_at: OLD },
  }
  await append(`contact-${contact_id}`, OLD, created, { type: 'ContactIdentityLinked', data })
}

function startWorkers() {
  const workers = startProjectors({
    ...deps,
    ...{ nats, cache: aggregateCache(), mutex: streamMutex() },
    store: failing.store(deps.store),
    journal: failing.journal(deps.journal),
    pool: failing.pool(deps.pool),
    metrics: startMetrics(),
    config: { ...config, PROJECTORS_ROLE: 'workers' },
    dispatchTimes: { schedule: [0, 100, 60_000], sweepMs: 100, renewMs: 200, failingMs: 200 },
  })
  file.teardown(() => workers.stop())
}

test('a run in which everything fails once', async (t) => {
  await addFreemium(world.product(), tenant.id, { status: 'pending' })
  // Meta does not accept its token.
  const other = await addOfficial(world.product(), tenant.id)
  const display_phone_number = other.phone_number_digits
  await sim('POST', '/numbers', { ...other, display_phone_number, token: 'another' })
  // Meta reports another number than the registered one.
  await sim('POST', '/numbers', { ...connection, display_phone_number: '5511888880000' })
  await api.put('/webhooks', { connection_id: connection.id, url: customer.url })
  await message(OLD)
  await message(new Date().toISOString())
  await unfittingContact()
  await told('an event could not be applied and was parked')

  failing.begin('connection')
  failing.begin('dispatch-next')
  await whileFails(
    'retention',
    async () => startWorkers(),
    'removing facts past their retention failed; it will be retried',
    'checking a number failed; it will be retried',
    'creating a session failed; it will be retried',
    'reading the templates of a business account failed; it will be retried',
    'a backlog cannot be read; the next sweep tries again',
  )
  failing.end('connection')
  failing.end('dispatch-next')

  const written = () => world.userWrites(PHONE, 'Oi')
  await whileFails('contactIdentity', written, 'an intent was parked')
  // An intent is stored only after the line about it.
  await eventually(async () => {
    const { body } = await operator.post<{ data: { intents: number } }>('/parked/retry')
    return body.data.intents > 0
  })
  await told('parked intents were recorded')
  await eventually(() => customer.arrivals.length > 0)
  await whileFails('webhookDelivery', written, 'delivery outcomes wait for the log')

  const ask = { connection_id: connection.id, since: new Date(Date.now() - 60_000) }
  const recovering = async () => t.match(await api.post('/webhooks/recover', ask), { status: 202 })
  await whileFails(
    'deliveryRecovery',
    recovering,
    'a recovery of deliveries failed; it will be retried',
  )

  await sim('POST', '/faults', { kind: 'error', code: 130429, count: 20 })
  const body = { connection_id: connection.id, recipient: { phone: PHONE }, text: 'Oi' }
  const sending = async () => t.match(await api.post('/messages', body), { status: 202 })
  await whileFails('message', sending, 'the next step of a send failed; it will be retried')

  const selling = async () => sell({ commandApp }, tenant, { phone: PHONE, occurred_at: OLD })
  await whileFails('sale', selling, 'attributing a sale failed; it will be retried')

  const refused = async (status: number, msg: string) => {
    customer.answers(status)
    await written()
    await told(msg)
  }
  failing.begin('webhook')
  await refused(410, 'a webhook whose endpoint answered 410 could not be deactivated')
  await refused(500, 'a webhook was not swept')
  failing.end('webhook')
  await told('a webhook was deactivated')
})

test('each line about something of an account names the account and the chain of facts it belongs to', async (t) => {
  for (const [msg, names] of Object.entries(EXPECTED)) {
    const line = await told(msg)
    t.equal(line.account_id, tenant.id, msg)
    for (const name of names) t.type(line[name], 'string', `${msg}: ${name}`)
  }
  const chains = async () => {
    const found = new Set<string>()
    for await (const { metadata } of deps.store.readAll({ from: 'start' }))
      if (metadata.account_id === tenant.id) found.add(metadata.$correlationId)
    return found
  }
  for (const msg of CHAINED) {
    const { correlation_id } = await told(msg)
    await eventually(async () => (await chains()).has(String(correlation_id)))
  }
})

test('no line names a thing without its account', async (t) => {
  const owners = await ownersIn(deps.store)
  t.ok(owners.size > 30)
  // A run is an id of the process; claims contain it too.
  for (const { err: _, run: __, ...line } of lines) {
    const account = [...idsIn(JSON.stringify(line))].map((id) => owners.get(id)).find(Boolean)
    if (account !== undefined) t.equal(line.account_id, account, line.msg)
  }
})
