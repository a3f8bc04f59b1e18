import { createHash, randomUUID } from 'node:crypto'
import type { Test } from 'tap'
import type { ApiClient, Reply } from '../kit/api-client.ts'
import type { One } from '../kit/contacts.ts'
import type { Copies } from '../kit/copies.ts'
import { type Customer, startCustomer } from '../kit/customer.ts'
import { signedIn } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { impatientClient } from '../kit/impatient.ts'
import { textsPost } from '../kit/meta-post.ts'
import {
  addOfficial,
  issueKey,
  openTenant,
  type Tenant,
  type TestConnection,
} from '../kit/tenants.ts'

type Page = { readonly pagination: { readonly total: number } }
type Sent = { readonly data: { readonly provider_message_id: string | null } }
type Stages = { readonly data: readonly { readonly name: string; readonly position: number }[] }

/** Requests per key and minute of the plan Basic in these tests. */
export const LIMIT = 40

/** An account, its connection and its customer's endpoint, which all copies serve. */
export type Shared = {
  readonly copies: Copies
  readonly tenant: Tenant
  readonly connection: TestConnection
  readonly customer: Customer
  /** One client per copy, with the account's key. */
  readonly apis: readonly ApiClient[]
  /** Lets a user write: the same POST reaches all copies at once. */
  userWrites(n: number): Promise<void>
  total(path: string): Promise<number>
}

/** Opens an account with a webhook. */
export async function sharedAccount(t: Test, copies: Copies): Promise<Shared> {
  const [first] = copies.products
  if (first === undefined) throw new Error('there is no copy')
  const customer = await startCustomer()
  t.teardown(() => customer.stop())
  const tenant = await openTenant(first)
  const connection = await addOfficial(first, tenant.id)
  const display_phone_number = connection.phone_number_digits
  await copies.sim('POST', '/numbers', { ...connection, display_phone_number })
  const apis = copies.products.map((product) => product.api(tenant.key))
  for (const api of apis) await eventually(async () => (await api.get('/stages')).status === 200)
  await tenant.api.put('/webhooks', { connection_id: connection.id, url: customer.url })
  return {
    ...{ copies, tenant, connection, customer, apis },
    async userWrites(n) {
      const post = textsPost(connection, phone(n % 10), [`wamid.copies.${n}`], `Oi ${n}`)
      const to = { method: 'POST', url: connection.hook, ...post } as const
      // Repeats the POST until it is accepted, as Meta does.
      await Promise.all(
        copies.products.map(({ commandApp }) =>
          eventually(async () => (await commandApp.inject(to)).statusCode === 200),
        ),
      )
    },
    total: async (path) => (await tenant.api.get<Page>(path)).body.pagination.total,
  }
}

/** Asserts that all copies agree. */
export async function copiesAgree(t: Test, shared: Shared): Promise<void> {
  const { apis, copies, connection, customer, total, userWrites } = shared
  const everywhere = <T>(ask: (api: ApiClient) => Promise<T>) => Promise.all(apis.map(ask))

  await t.test(
    'a send requested from all copies at once is made once, with one answer',
    async (t) => {
      const sends = Array.from({ length: 10 }, async (_, n) => {
        const body = { connection_id: connection.id, recipient: { phone: phone(n) }, text: `${n}` }
        const headers = { 'idempotency-key': `key-${randomUUID()}` }
        const call = { method: 'POST', path: '/messages', body, headers } as const
        const answers = await everywhere((api) =>
          eventually(async () => {
            const answer = await api.call<Sent>(call)
            return answer.status === 202 && answer.body.data
          }),
        )
        t.same(
          answers,
          answers.map(() => answers[0]),
        )
      })
      await Promise.all(sends)
      const calls = async () => (await copies.sim<unknown[]>('GET', '/messages')).length
      await eventually(async () => (await calls()) >= 10)
      t.equal(await calls(), 10, 'the provider was called once for each')
    },
  )

  await t.test(
    'a user who signs in at one copy is signed in at all, and signed out at all',
    async (t) => {
      const [first] = copies.products
      if (first === undefined) throw new Error('there is no copy')
      const page = await signedIn(first, shared.tenant.id, `${randomUUID()}@loja.example`)
      const headers = { cookie: page.cookie(), 'sec-fetch-site': 'same-origin' }
      const statuses = () =>
        Promise.all(
          copies.products.map(
            async ({ queryApp }) =>
              (await queryApp.inject({ url: '/dashboard/v1/session', headers })).statusCode,
          ),
        )
      await eventually(async () => (await statuses()).every((status) => status === 200))
      t.equal((await page.call({ method: 'DELETE', path: '/session' })).status, 204)
      t.ok((await statuses()).every((status) => status === 401))
    },
  )

  await t.test('every copy shows what another one has written, at its position', async (t) => {
    let people = 100
    for (const product of copies.products) {
      const api = await impatientClient(t, product, shared.tenant.key)
      // On a busy machine the read models may be as fast as the answer: then another one is made.
      const made = await eventually(async () => {
        const body = { connection_id: connection.id, phone: phone(++people) }
        const one = await api.post<One>('/contacts', body)
        return one.headers['x-read-consistency'] === 'pending' && one
      })
      t.equal(made.status, 201)
      const path = `/contacts/${made.body.data.id}`
      const headers = { 'x-min-event-position': String(made.headers['x-event-position']) }
      const seen = await everywhere((other) => other.call({ method: 'GET', path, headers }))
      t.ok(seen.every(({ status }) => status === 200))
    }
  })

  await t.test('a contact created at all copies at once is one contact', async (t) => {
    for (let n = 40; n < 45; n++) {
      const body = { connection_id: connection.id, phone: phone(n) }
      const made = await everywhere((api) => patient(() => api.post<One>('/contacts', body)))
      t.equal(new Set(made.map(({ body }) => body.data.id)).size, 1)
      t.equal(made.filter(({ body }) => body.created).length, 1)
    }
  })

  await t.test('stages added at all copies at once are all there, each in its place', async (t) => {
    const names = apis.map((_, n) => `Stage ${n}`)
    const added = await Promise.all(
      apis.map((api, n) => patient(() => api.post('/stages', { name: names[n] }))),
    )
    t.same(
      added.map(({ status }) => status),
      apis.map(() => 201),
    )
    const { data } = await eventually(async () => {
      const { body } = await shared.tenant.api.get<Stages>('/stages')
      return names.every((name) => body.data.some((stage) => stage.name === name)) && body
    })
    t.same(
      data.map(({ position }) => position),
      data.map((_, n) => n),
    )
  })

  await t.test(
    'a key has the same limit as with a single process, and stops working once it is revoked',
    (t) => keysHold(t, copies),
  )

  await t.test(
    'a POST that reaches all copies is one message and one webhook delivery',
    async (t) => {
      const before = customer.arrivals.length
      for (let n = 0; n < 20; n++) await userWrites(n)
      await eventually(async () => (await total('/messages?direction=inbound')) === 20)
      const received = () =>
        customer.arrivals
          .slice(before)
          .filter(({ body }) => body.type === 'whatsapp.message.received')
      await eventually(() => received().length >= 20)
      const ids = received().map(({ body }) => body.id)
      t.equal(new Set(ids).size, 20)
      await eventually(async () => (await total('/webhooks/deliveries?status=pending')) === 0)
      t.equal(received().length, 20, 'no attempt is made twice')
    },
  )
}

/** Kills the leader of a part and waits until another process has shown five more messages. @returns the total */
export async function killLeader(shared: Shared, part: string, inbound: number): Promise<number> {
  const [leader] = await eventually(async () => {
    const found = await shared.copies.leaders(part)
    return found.length === 1 && found
  })
  await leader?.kill()
  return writtenAfter(shared, inbound)
}

/** Posts five more messages and waits until they are shown. @returns the total */
export async function writtenAfter(shared: Shared, inbound: number): Promise<number> {
  for (let n = inbound; n < inbound + 5; n++) await shared.userWrites(n)
  const shown = () => shared.total('/messages?direction=inbound')
  await eventually(async () => (await shown()) >= inbound + 5, 120_000)
  return shown()
}

async function keysHold(t: Test, { products }: Copies): Promise<void> {
  const [first] = products
  if (first === undefined) throw new Error('there is no copy')
  const basic = await openTenant(first, 'basic')
  const minute = () => Math.floor(Date.now() / 60_000)
  const { key, id } = await eventually(async () => {
    const made = await issueKey(first, basic.id, ['read', 'write'])
    const statusAt = async (n: number) =>
      (await products[n % products.length]?.api(made.key).get('/stages'))?.status
    await Promise.all(
      products.map((product) => eventually(() => product.deps.registry.apiKey(sha256(made.key)))),
    )
    const begun = minute()
    const statuses = await Promise.all(Array.from({ length: 3 * LIMIT }, (_, n) => statusAt(n)))
    // When a minute ended meanwhile, the next one has granted more calls: try again.
    if (minute() !== begun || statuses.includes(503)) return undefined
    t.equal(statuses.filter((status) => status === 200).length, LIMIT)
    t.equal(statuses.filter((status) => status === 429).length, 2 * LIMIT)
    return made
  }, 120_000)
  t.equal((await first.operator.delete(`/api-keys/${id}`)).status, 200)
  for (const product of products)
    await eventually(async () => (await product.api(key).get('/stages')).status === 401)
}

/** Repeats a request that lost a race against another copy. */
async function patient<B>(ask: () => Promise<Reply<B>>): Promise<Reply<B>> {
  return eventually(async () => {
    const answer = await ask()
    return answer.status !== 409 && answer.status !== 503 && answer
  })
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function phone(n: number): string {
  return `55319876${String(5_000 + n)}`
}
