import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Test } from 'tap'
import { Agent, request } from 'undici'
import { eventually } from '../kit/eventually.ts'
import { textsPost } from '../kit/meta-post.ts'
import type { Demo } from '../kit/standalone.ts'
import { person } from './hook-post.ts'
import { type Line, platformOf } from './platform.ts'

const TENANTS = 4
/** Requests at once while the product is measured: more make none of them quicker. */
const WORKERS = 32
/** Requests that may be under way: fewer than the connections of one address (MAX_CONNECTIONS_PER_ADDRESS). */
const MAX_AT_ONCE = 900
/** Longer than any backlog of these tests takes, ms. */
const SETTLED_MS = 600_000
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
/** The name of the contacts that clients add: nobody who writes has it. */
export const NAME = 'Sobrecarga'
const READS = ['/messages?limit=20', '/contacts', '/conversations', '/stages']

/** A kind of request. */
export type Kind = (typeof MIX)[number]
/** How a request ended; `retryAfter` in s, NaN without the header. */
export type Answer = {
  readonly kind: Kind
  readonly status: number
  readonly retryAfter: number
  readonly ms: number
}
/** A tenant, and what the product has acknowledged to it. */
export type Tenant = {
  readonly line: Line
  readonly inbound: Set<string>
  readonly sends: Set<string>
  readonly contacts: Set<string>
}

/** Opens tenants of the largest plan, each with a number and a webhook. */
export async function openTenants(demo: Demo, url: string): Promise<readonly Tenant[]> {
  const platform = platformOf(demo)
  const tenants: Tenant[] = []
  for (let n = 0; n < TENANTS; n++) {
    const line = await platform.addNumber(await platform.open())
    await platform.setWebhook(line, url)
    tenants.push({ line, inbound: new Set(), sends: new Set(), contacts: new Set() })
  }
  return tenants
}

export type Client = ReturnType<typeof clientOf>
type Page = {
  readonly data: readonly { readonly provider_message_id: string; readonly phone: string }[]
  readonly pagination: { readonly total: number }
}

/** The clients and the providers of all tenants, which ask once and never again. */
export function clientOf({ base_url }: Demo, tenants: readonly Tenant[]) {
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

/** How many requests a second the product answers when each of 32 clients asks one after the other; of one kind or mixed. */
export async function bearable(
  t: Test,
  client: Client,
  seconds: number,
  kind?: Kind,
): Promise<number> {
  await closedLoop(client, seconds / 2, kind)
  const answers = await closedLoop(client, seconds, kind)
  await settled(client)
  const rate = answers.filter(({ status }) => status < 300).length / seconds
  t.comment(`bears ${rate.toFixed(0)} requests a second: ${textOf(answers)}`)
  return rate
}

async function closedLoop(
  client: Client,
  seconds: number,
  kind?: Kind,
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  const end = performance.now() + seconds * 1_000
  const worker = async () => {
    while (performance.now() < end) answers.push(await client.ask(kind))
  }
  await Promise.all(Array.from({ length: WORKERS }, worker))
  return answers
}

/** So many requests, so many a second, whatever becomes of those before; of one kind or mixed. */
export async function openLoop(
  client: Client,
  { rate, most, kind }: { readonly rate: number; readonly most: number; readonly kind?: Kind },
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  const under = new Set<Promise<unknown>>()
  const since = performance.now()
  for (let begun = 0; begun < most; begun++) {
    await delay(Math.max(0, since + (begun * 1_000) / rate - performance.now()))
    while (under.size >= MAX_AT_ONCE) await Promise.race(under)
    const one = client.ask(kind).then((answer) => answers.push(answer))
    under.add(one)
    void one.finally(() => under.delete(one))
  }
  await Promise.all(under)
  return answers
}

/** Waits until everything acknowledged is shown. @returns the seconds that it took */
export async function settled(client: Client): Promise<number> {
  const since = performance.now()
  await eventually(async () => (await client.shown()) >= client.acknowledged(), SETTLED_MS)
  return (performance.now() - since) / 1_000
}

/** How many requests of each kind had which status, and how long they took. */
export function textOf(answers: readonly Answer[]): string {
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
