import { setTimeout as delay } from 'node:timers/promises'
import { type Test, test } from 'tap'
import { Pool } from 'undici'
import { type Demo, dataFolder, started } from '../kit/standalone.ts'

/** Calls at a time of one account, by several keys. */
const CALLS = 32
const KEYS = 10
/** Searches, and streams from the beginning of the log, that one user repeats. */
const SEARCHES = 8
const STREAMS = 4
/** What the honest tenant asks before and during each attack. */
const ASKED = 40
const PAUSE_MS = 50

type Sent = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Record<string, string>
  readonly json?: object
}
type Ask = () => Promise<number>

test('beside one account with many calls and reads, every request of another is answered', async (t) => {
  const product = await started(t, await dataFolder(t), {
    RATE_LIMIT_OFFICIAL: '1000000',
    RATE_LIMIT_AGENCY: '1000000',
  })
  t.teardown(() => t.passing() || t.comment(product.output()))
  const demo = await product.demo()
  const [greedy, honest] = [clientOf(t, demo, CALLS + SEARCHES + STREAMS), clientOf(t, demo, 1)]
  const { keys, link } = await openAccount(honest, demo)
  const own = demo.accounts[0]?.api_key ?? ''

  const calls = Array.from({ length: CALLS }, (_, n) => () => greedy.post(keys[n % KEYS] ?? ''))
  const during = await compared(t, 'calls', () => honest.post(own), calls)
  t.strictSame(during.honest, { 201: 2 * ASKED })
  t.notOk(429 in during.greedy, 'no key is said to be used up')
  t.strictSame(except(during.greedy, [200, 201, 503]), {})

  const { email, password } = demo.dashboard
  const mine = await honest.signIn('session', { email, password })
  const theirs = await greedy.signIn('setup', { token: link, password: 'correct horse battery' })
  const reads = [
    ...Array.from({ length: SEARCHES }, () => () => greedy.read('/facts?type=Nothing', theirs)),
    ...Array.from({ length: STREAMS }, () => () => greedy.follow(theirs)),
  ]
  const reading = await compared(t, 'reads', () => honest.read('/facts?limit=1', mine), reads)
  t.strictSame(reading.honest, { 200: 2 * ASKED })
  // A session has a limit of its own, and a user's streams have one.
  t.strictSame(except(reading.greedy, [200, 429, 503]), {})
  product.child.kill('SIGTERM')
  t.equal(await product.exit, 0)
})

type Counts = Record<number, number>

/** Asks before and during an attack, and prints how much longer the answers take. */
async function compared(t: Test, what: string, ask: Ask, attack: readonly Ask[]) {
  const [honest, greedy]: [Counts, Counts] = [{}, {}]
  for (let n = 0; n < 5; n++) await ask()
  const calm = await median(ask, honest)
  const ending = new AbortController()
  const attacking = Promise.all(attack.map((one) => repeated(one, greedy, ending.signal)))
  await delay(1_000)
  const attacked = await median(ask, honest)
  ending.abort()
  await attacking
  t.comment(
    `${what}: ${(attacked / calm).toFixed(1)} times as long, ${calm.toFixed(0)} ms before, ${JSON.stringify(greedy)}`,
  )
  return { honest, greedy }
}

async function median(ask: Ask, counts: Counts): Promise<number> {
  const took: number[] = []
  for (let n = 0; n < ASKED; n++) {
    const began = performance.now()
    count(counts, await ask())
    took.push(performance.now() - began)
    await delay(PAUSE_MS)
  }
  return took.toSorted((a, b) => a - b)[ASKED / 2] ?? 0
}

async function repeated(ask: Ask, counts: Counts, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    const status = await ask()
    count(counts, status)
    if (status >= 400) await delay(100)
  }
}

function count(counts: Counts, status: number): void {
  counts[status] = (counts[status] ?? 0) + 1
}

function except(counts: Counts, statuses: readonly number[]): Counts {
  return Object.fromEntries(
    Object.entries(counts).filter(([status]) => !statuses.includes(Number(status))),
  )
}

/** A client with so many connections. */
function clientOf(t: Test, { base_url }: Demo, connections: number) {
  const { origin, pathname } = new URL(base_url)
  const pool = new Pool(origin, { connections })
  t.teardown(() => pool.destroy())
  const send = async ({ json, headers, ...asked }: Sent) => {
    const given = json === undefined ? {} : { body: JSON.stringify(json) }
    const typed = json === undefined ? headers : { ...headers, 'content-type': 'application/json' }
    return pool.request({ ...asked, ...given, headers: typed })
  }
  const statusOf = async (sent: Sent) => {
    const { statusCode, body } = await send(sent)
    await body.text()
    return statusCode
  }
  const page = (cookie: string) => ({ cookie, 'sec-fetch-site': 'same-origin' })
  return {
    send,
    post: (key: string) =>
      statusOf({
        ...{ method: 'POST', path: `${pathname}/contacts` },
        headers: { authorization: `Bearer ${key}` },
        json: { name: 'Ana', phone: newPhone() },
      }),
    async signIn(path: string, json: object): Promise<string> {
      const asked = { method: 'POST', path: `/dashboard/v1/${path}`, headers: page('') } as const
      const { headers, body, statusCode } = await send({ ...asked, json })
      const text = await body.text()
      if (statusCode >= 300) throw new Error(`${path}: ${statusCode} ${text}`)
      return [headers['set-cookie'] ?? []]
        .flat()
        .map((one) => one.split(';')[0])
        .join('; ')
    },
    read: (path: string, cookie: string) =>
      statusOf({ method: 'GET', path: `/dashboard/v1${path}`, headers: page(cookie) }),
    /** Follows the log from its beginning until it has arrived at the end, or at a gap. */
    async follow(cookie: string): Promise<number> {
      const headers = { ...page(cookie), 'last-event-id': '-1' }
      const { statusCode, body } = await send({
        method: 'GET',
        path: '/dashboard/v1/live',
        headers,
      })
      if (statusCode !== 200) await body.text()
      else for await (const text of body) if (/ping|gap|fact/.test(String(text))) break
      return statusCode
    },
  }
}

let phones = 10_000_000
const newPhone = () => `+55119${phones++}`

/** Opens an account with many keys, and invites a viewer. */
async function openAccount({ send }: ReturnType<typeof clientOf>, { operator }: Demo) {
  type Made = { data: { id: string; key: string; setup_url: string } }
  const { pathname } = new URL(operator.url)
  const headers = { authorization: `Bearer ${operator.token}` }
  const make = async (path: string, json: object) => {
    const { body } = await send({ method: 'POST', path: `${pathname}${path}`, headers, json })
    return ((await body.json()) as Made).data
  }
  const { id } = await make('/accounts', { name: 'Greedy', plan: 'agency' })
  const keys: string[] = []
  for (let n = 0; n < KEYS; n++) {
    const asked = { name: `Key ${n}`, scopes: ['read', 'write'] }
    keys.push((await make(`/accounts/${id}/api-keys`, asked)).key)
  }
  const viewer = { email: 'viewer@greedy.example', name: 'Ana', role: 'viewer' }
  const { setup_url } = await make(`/accounts/${id}/users`, viewer)
  return { keys, link: new URL(setup_url).hash.slice(1) }
}
