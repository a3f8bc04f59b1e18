import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Test, test } from 'tap'
import { Agent, request } from 'undici'
import { eventually } from '../kit/eventually.ts'
import { textsPost } from '../kit/meta-post.ts'
import { residentMb } from '../kit/processes.ts'
import { type Demo, dataFolder, started } from '../kit/standalone.ts'
import { person } from './hook-post.ts'
import { type Line, platformOf } from './platform.ts'

/** How long the overload lasts. */
const SECONDS = Number(process.env.OVERLOAD_SECONDS ?? 120)
/** How long the measurement of what the product bears lasts. */
const CALM_SECONDS = SECONDS / 4
const TENANTS = 4
/** Requests at once while the product is measured: more make none of them quicker. */
const WORKERS = 32
/** Requests of the overload that may be under way: fewer than the connections of one address (MAX_CONNECTIONS_PER_ADDRESS). */
const MAX_AT_ONCE = 900
/** More memory than a process of the product may ever need. */
const MAX_MB = 700
/** What a refusal may say at most, s: the client of a lasting overload asks again within a minute. */
const MAX_RETRY_AFTER = 60
/** The longest time that the backlog may need beyond what its facts cost, s. */
const SPARE_SECONDS = 10
/** Every kind of work, in tenths. */
const MIX = [
  'hook',
  'hook',
  'hook',
  'hook',
  'send',
  'send',
  'contact',
  'read',
  'read',
  'read',
] as const
/** Nobody who writes has this name. */
const NAME = 'Sobrecarga'
const READS = ['/messages?limit=20', '/contacts', '/conversations', '/stages']

type Kind = (typeof MIX)[number]
type Answer = {
  readonly kind: Kind
  readonly status: number
  readonly retryAfter: number
  readonly ms: number
}
/** A tenant, and what the product has acknowledged to it. */
type Tenant = {
  readonly line: Line
  readonly inbound: Set<string>
  readonly sends: Set<string>
  readonly contacts: Set<string>
}

test('twice what it bears is refused in time, and nothing acknowledged is lost', async (t) => {
  const told = await startEndpoint(t)
  const product = await started(t, await dataFolder(t), {
    LOG_LEVEL: 'warn',
    RATE_LIMIT_AGENCY: '1000000',
  })
  t.teardown(() => t.passing() || t.comment(product.output()))
  const demo = await product.demo()
  const tenants = await openTenants(demo, told.url)
  const client = clientOf(demo, tenants)
  for (let n = 0; n < TENANTS * 40; n++) await client.ask('hook')

  await closedLoop(client, CALM_SECONDS / 2)
  const calm = await closedLoop(client, CALM_SECONDS)
  const bearable = calm.filter(({ status }) => status < 300).length / CALM_SECONDS
  t.comment(`bears ${bearable.toFixed(0)} requests a second; ${textOf(calm)}`)
  await settled(client)

  const watching = watch(demo, client)
  const answers = await openLoop(client, 2 * bearable)
  const watched = await watching.end()
  t.comment(`${(2 * bearable).toFixed(0)} requests a second wanted: ${textOf(answers)}`)
  const odd = answers.filter(
    ({ status, retryAfter }) =>
      status >= 300 && !(status === 503 && retryAfter >= 1 && retryAfter <= MAX_RETRY_AFTER),
  )
  t.same(odd.slice(0, 5), [], 'what is refused is refused with 503 and a Retry-After')
  t.ok(
    answers.some(({ status }) => status < 300),
    'something is accepted all the time',
  )
  for (const [name, mb] of watched.mb) t.ok(mb < MAX_MB, `${name} takes ${mb} MB at most`)

  const behind =
    client.acknowledged() - (await eventually(async () => (await client.shown()) || undefined))
  const cost = behind / Math.max(1, watched.shownPerSecond)
  const took = await settled(client)
  const figures = `${behind} messages behind at the end, ${watched.shownPerSecond.toFixed(0)} shown a second, gone after ${took.toFixed(1)} s, lag at most ${watched.lag} s`
  t.comment(figures)
  t.ok(took <= cost + SPARE_SECONDS, `the lag is gone in time: ${figures}`)
  for (const tenant of tenants) await keptAll(t, client, tenant)
  await told.hasAll(t, new Set(tenants.flatMap(({ inbound }) => [...inbound])))
  product.child.kill('SIGTERM')
  t.equal(await product.exit, 0)
})

async function openTenants(demo: Demo, url: string): Promise<readonly Tenant[]> {
  const platform = platformOf(demo)
  const tenants: Tenant[] = []
  for (let n = 0; n < TENANTS; n++) {
    const line = await platform.addNumber(await platform.open())
    await platform.setWebhook(line, url)
    tenants.push({ line, inbound: new Set(), sends: new Set(), contacts: new Set() })
  }
  return tenants
}

type Client = ReturnType<typeof clientOf>
type Page = {
  readonly data: readonly { readonly provider_message_id: string; readonly phone: string }[]
  readonly pagination: { readonly total: number }
}

/** The clients and the providers of all tenants, which ask once and never again. */
function clientOf({ base_url }: Demo, tenants: readonly Tenant[]) {
  const dispatcher = new Agent({ connections: MAX_AT_ONCE, pipelining: 1 })
  let asked = 0
  const json = async (path: string, { key }: Line, more: object = {}) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    }
    return request(base_url + path, { headers, dispatcher, ...more })
  }
  const kinds: Readonly<Record<Kind, (tenant: Tenant, n: number) => Promise<Dispatched>>> = {
    async hook({ line, inbound }, n) {
      const id = `wamid.in.${randomUUID()}`
      const { payload: body, headers } = textsPost(
        { phone_number_id: line.phone_number_id, app_secret: line.secret },
        person(n),
        [id],
      )
      const answer = await request(line.hook, { method: 'POST', body, headers, dispatcher })
      return { answer, accepted: () => void inbound.add(id) }
    },
    async send({ line, sends }, n) {
      const body = JSON.stringify({
        connection_id: line.id,
        recipient: { phone: person(n) },
        text: 'Oi',
      })
      const answer = await json('/messages', line, { method: 'POST', body })
      return {
        answer,
        accepted: (text) => void sends.add(JSON.parse(text).data.provider_message_id),
      }
    },
    async contact({ line, contacts }, n) {
      const phone = `5511${900_000_000 + n}`
      const body = JSON.stringify({ name: NAME, phone: `+${phone}` })
      const answer = await json('/contacts', line, { method: 'POST', body })
      return { answer, accepted: () => void contacts.add(phone) }
    },
    async read({ line }, n) {
      return {
        answer: await json(READS[n % READS.length] ?? '/stages', line),
        accepted: () => undefined,
      }
    },
  }
  const page = async ({ line }: Tenant, list: string) => {
    const answer = await json(list, line)
    if (answer.statusCode === 200) return (await answer.body.json()) as Page
    await answer.body.dump()
    return null
  }
  return {
    /** All records of a list. */
    async all(tenant: Tenant, list: string): Promise<Page['data']> {
      const found: Page['data'][number][] = []
      for (;;) {
        const path = `${list}limit=100&offset=${found.length}`
        const { data, pagination } = await eventually(
          async () => (await page(tenant, path)) ?? undefined,
        )
        found.push(...data)
        if (data.length === 0 || found.length >= pagination.total) return found
      }
    },
    /** Makes one request for the tenant whose turn it is. */
    async ask(kind = MIX[asked % MIX.length] ?? 'read'): Promise<Answer> {
      const n = asked++
      const began = performance.now()
      const { answer, accepted } = await kinds[kind](
        tenants[Math.floor(n / MIX.length) % TENANTS] as Tenant,
        n,
      )
      const text = await answer.body.text()
      if (answer.statusCode < 300) accepted(text)
      const retryAfter = Number(answer.headers['retry-after'] ?? Number.NaN)
      return { kind, status: answer.statusCode, retryAfter, ms: performance.now() - began }
    },
    acknowledged: () =>
      tenants.reduce((sum, { inbound, sends }) => sum + inbound.size + sends.size, 0),
    async shown() {
      const pages = await Promise.all(tenants.map((tenant) => page(tenant, '/messages?limit=1')))
      const totals = pages.map((one) => one?.pagination.total ?? Number.NaN)
      return totals.reduce((sum, each) => sum + each, 0)
    },
  }
}

type Dispatched = {
  readonly answer: Awaited<ReturnType<typeof request>>
  /** Notes what was acknowledged. */
  accepted(text: string): void
}

/** As many requests one after the other as the product answers. */
async function closedLoop(client: Client, seconds: number): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  const end = performance.now() + seconds * 1_000
  const worker = async () => {
    while (performance.now() < end) answers.push(await client.ask())
  }
  await Promise.all(Array.from({ length: WORKERS }, worker))
  return answers
}

/** Requests at this rate, whatever becomes of those before. */
async function openLoop(client: Client, rate: number): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  const under = new Set<Promise<unknown>>()
  const since = performance.now()
  for (let begun = 0; performance.now() - since < SECONDS * 1_000; begun++) {
    await delay(Math.max(0, since + (begun * 1_000) / rate - performance.now()))
    while (under.size >= MAX_AT_ONCE) await Promise.race(under)
    const one = client.ask().then((answer) => answers.push(answer))
    under.add(one)
    void one.finally(() => under.delete(one))
  }
  await Promise.all(under)
  return answers
}

/** Waits until everything acknowledged is shown. @returns the seconds that it took */
async function settled(client: Client): Promise<number> {
  const since = performance.now()
  while (!((await client.shown()) >= client.acknowledged())) await delay(200)
  return (performance.now() - since) / 1_000
}

/** Memory, lag and progress of the product while it is overloaded. */
function watch({ operator, pids }: Demo, client: Client) {
  const mb = new Map<string, number>()
  const shown: { readonly at: number; readonly count: number }[] = []
  let [lag, ended] = [0, false]
  const look = async () => {
    for (const name of ['api', 'projectors', 'workers', 'eventstore'])
      mb.set(name, Math.max(mb.get(name) ?? 0, Math.round(await residentMb(pids[name]))))
    const headers = { authorization: `Bearer ${operator.token}` }
    const status = await request(`${operator.url}/status`, { headers })
    const { data } = (await status.body.json()) as {
      data?: { read_models: { lag_seconds: number | null } }
    }
    lag = Math.max(lag, data?.read_models.lag_seconds ?? 0)
    const count = await client.shown()
    if (!Number.isNaN(count)) shown.push({ at: performance.now(), count })
  }
  const looking = (async () => {
    for (; !ended; await delay(2_000)) await look()
  })()
  return {
    async end() {
      ended = true
      await looking
      const [first, last] = [shown[Math.floor(shown.length / 2)], shown.at(-1)]
      const shownPerSecond =
        first && last ? ((last.count - first.count) * 1_000) / (last.at - first.at) : 0
      return { mb, lag, shownPerSecond }
    },
  }
}

/**
 * Asserts that everything acknowledged is there, once. What was refused may be there too: whether the log took it was
 * not known when the answer was due.
 */
async function keptAll(t: Test, client: Client, tenant: Tenant): Promise<void> {
  const { inbound, sends, contacts } = tenant
  const messages = await client.all(tenant, '/messages?')
  const ids = messages.map(({ provider_message_id }) => provider_message_id)
  const kept = new Set(ids)
  t.equal(ids.length, kept.size, 'no message is shown twice')
  const lost = [...inbound, ...sends].filter((id) => !kept.has(id))
  t.same(lost.slice(0, 5), [], `all of ${inbound.size} messages and ${sends.size} sends are shown`)
  const people = await client.all(tenant, `/contacts?name=${NAME}&`)
  const phones = new Set(people.map(({ phone }) => phone.replace('+', '')))
  const gone = [...contacts].filter((phone) => !phones.has(phone))
  t.same(gone.slice(0, 5), [], `all of ${contacts.size} contacts are shown`)
}

function textOf(answers: readonly Answer[]): string {
  const groups = new Map<string, Answer[]>()
  for (const answer of answers) {
    const name = `${answer.kind} ${answer.status}`
    const group = groups.get(name) ?? []
    group.push(answer)
    groups.set(name, group)
  }
  return [...groups]
    .map(([name, all]) => {
      const sorted = all.map(({ ms }) => ms).toSorted((a, b) => a - b)
      return `${name}: ${all.length} (p50 ${sorted[all.length >> 1]?.toFixed(0)}, p99 ${sorted[Math.floor(all.length * 0.99)]?.toFixed(0)} ms)`
    })
    .sort()
    .join(', ')
}

/** A customer's endpoint that keeps only ids. */
async function startEndpoint(t: Test) {
  const seen = new Set<string>()
  const server = createServer((incoming, response) => {
    let text = ''
    incoming.on('data', (part) => {
      text += part
    })
    incoming.on('end', () => {
      const id = /wamid\.in\.[0-9a-f-]{36}/.exec(text)?.[0]
      if (id !== undefined && text.includes('whatsapp.message.received')) seen.add(id)
      response.writeHead(200).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.teardown(() => server.close().closeAllConnections())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    /** Waits until all of these were posted. */
    async hasAll(test: Test, ids: ReadonlySet<string>) {
      for (let n = 0; n < 600 && [...ids].some((id) => !seen.has(id)); n++) await delay(500)
      test.same([...ids].filter((id) => !seen.has(id)).slice(0, 5), [], 'every message was posted')
    },
  }
}
