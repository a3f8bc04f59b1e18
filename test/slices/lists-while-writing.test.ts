import { randomUUID } from 'node:crypto'
import { t as file, test } from 'tap'
import type { Shown } from '../kit/contacts.ts'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { sell } from '../kit/sales.ts'
import { startWorld } from '../kit/world.ts'

type Row = { id: string | number }
type Page = {
  data: Row[]
  pagination: { limit: number; offset: number; total: number; next_offset: number | null }
}

const world = await startWorld()
file.teardown(() => world.stop())
const api = world.api()
const { connection, tenant } = world
const people = Array.from({ length: 8 }, (_, n) => `55319${String(93_330_000 + n)}`)
await api.put('/webhooks', { connection_id: connection.id, url: world.customer.url })
await metaSays(world, { messages: people.map((phone) => textFrom({ phone })) })
const talks = await eventually(async () => {
  const { data } = (await api.get<Page>('/conversations')).body
  return data.length === people.length && data.map(({ id }) => String(id))
})
const stages = (await api.get<Page>('/stages')).body.data.map(({ id }) => id)

const on = `connection_id=${connection.id}`
/** Every list of the account, with each kind of filter. */
const LISTS = [
  '/contacts?',
  `/contacts?${on}&`,
  `/contacts?stage_id=${stages[0]}&`,
  `/contacts?stage_id=${stages[2]}&`,
  '/conversations?',
  `/conversations?${on}&`,
  '/conversations?status=open&',
  '/conversations?status=closed&',
  '/messages?',
  `/messages?${on}&`,
  `/messages?conversation_id=${talks[0]}&`,
  '/messages?status=received&',
  `/conversations/${talks[0]}/messages?`,
  '/webhook-events?',
  `/webhook-events?${on}&`,
  '/webhooks/deliveries?',
  `/webhooks/deliveries?${on}&`,
  '/sales?',
  '/sales?status=paid&',
]
/** Lists that only grow: their total never falls. */
const GROWS = /^\/(messages|webhook-events|webhooks|sales\?|conversations\/)/

const random = (below: number) => Math.floor(Math.random() * below)
const one = <T>(of: readonly T[]): T => of[random(of.length)] as T

/** What is wrong with a page. */
function faults(path: string, { data, pagination }: Page, lastTotal: number): string[] {
  const { limit, offset, total, next_offset } = pagination
  const found: string[] = []
  if (new Set(data.map(({ id }) => id)).size < data.length) found.push('a row twice')
  if (data.length !== Math.min(limit, Math.max(0, total - offset)))
    found.push(`${data.length} rows, ${JSON.stringify(pagination)}`)
  if (next_offset !== (offset + limit < total ? offset + limit : null)) found.push('next_offset')
  if (GROWS.test(path) && total < lastTotal) found.push(`fell from ${lastTotal} to ${total}`)
  if (path.startsWith('/contacts'))
    for (const row of data as Shown[]) if (isHalf(row)) found.push(`half ${JSON.stringify(row)}`)
  return found.map((what) => `${path} ${what}`)
}

/** Whether a contact lacks what it must show: our own are created with phone and name, others with phone or BSUID. */
function isHalf({ name, phone, username, business_scoped_user_id }: Shown): boolean {
  const isOurs = name?.startsWith('Ours') || username?.startsWith('ours')
  return isOurs
    ? phone === null || name === null
    : phone === null && business_scoped_user_id === null
}

async function readAlong(signal: AbortSignal) {
  const found: string[] = []
  const totals = new Map<string, number>()
  let reads = 0
  for (; !signal.aborted; reads += 1) {
    const list = LISTS[reads % LISTS.length] ?? ''
    const path = `${list}limit=${one([1, 3, 7, 50, 200])}&offset=${one([0, 0, 1, 5, 20])}`
    const { body } = await api.get<Page>(path)
    found.push(...faults(list, body, totals.get(list) ?? 0))
    totals.set(list, body.pagination.total)
  }
  return { found, reads }
}

/** Creates contacts with everything, moves them between stages, and clears usernames. */
async function contactsCome(count: number) {
  for (let n = 0; n < count; n += 1) {
    const made = await api.post<{ data: Shown }>('/contacts', {
      connection_id: connection.id,
      name: `Ours ${n}`,
      phone: `55319${94_440_000 + n}`,
      username: `ours.${n}`,
      stage_id: one([undefined, ...stages]),
    })
    const id = made.body.data.id
    if (n % 2 === 0) await api.patch(`/contacts/${id}`, { stage_id: one([null, ...stages]) })
    if (n % 3 === 0) await api.patch(`/contacts/${id}`, { username: null })
  }
}

async function peopleWrite(count: number) {
  for (let n = 0; n < count; n += 1) {
    await metaSays(world, { messages: [textFrom({ phone: one(people) })] })
    await api.patch(`/conversations/${one(talks)}`, { status: one(['closed', 'pending', 'open']) })
  }
}

/** Lets people write under a phone and under a BSUID, and then proves both to be one person. */
async function peopleMerge(count: number) {
  for (let n = 0; n < count; n += 1) {
    const by = { phone: `55319${95_550_000 + n}`, bsuid: `BR.W${n}` }
    await metaSays(world, { messages: [textFrom({ phone: by.phone })] })
    await metaSays(world, { messages: [textFrom({ bsuid: by.bsuid })] })
    await metaSays(world, { messages: [textFrom(by)] })
  }
}

async function salesCome(count: number) {
  for (let n = 0; n < count; n += 1)
    for (const status of ['pending', 'paid'])
      await sell(world.product(), tenant, {
        ...{ external_id: `sale ${n}`, status, phone: one(people) },
        occurred_at: new Date().toISOString(),
      })
}

const CONTACTS = 20
const MERGED = 4
const WRITES = 20

test('while everything is written, every page is exact, complete and without duplicates', async (t) => {
  const done = new AbortController()
  const readers = Array.from({ length: 2 }, () => readAlong(done.signal))
  await Promise.all([
    contactsCome(CONTACTS),
    peopleWrite(WRITES),
    peopleMerge(MERGED),
    salesCome(8),
  ])
  done.abort()
  for (const { found, reads } of await Promise.all(readers)) {
    t.same(found, [])
    t.ok(reads >= LISTS.length, `${reads} pages were read along`)
  }
})

test('walked page by page, each list has as many rows as its total', async (t) => {
  // A post is answered before its message is recorded.
  const inbound = people.length + WRITES + 3 * MERGED
  await eventually(async () => (await totalOf('/messages?direction=inbound&')) === inbound)
  await eventually(async () => {
    const { body } = await api.get<Page>('/webhooks/deliveries?status=delivered')
    return body.pagination.total === (await totalOf('/webhooks/deliveries?'))
  })
  for (const list of LISTS) {
    const ids: Row['id'][] = []
    let total = 0
    for (let offset: number | null = 0; offset !== null; ) {
      const { body }: { body: Page } = await api.get<Page>(`${list}limit=13&offset=${offset}`)
      ids.push(...body.data.map(({ id }) => id))
      total = body.pagination.total
      offset = body.pagination.next_offset
    }
    t.equal(ids.length, total, list)
    t.equal(new Set(ids).size, total, list)
  }
  t.equal(await totalOf('/contacts?'), people.length + CONTACTS + MERGED)
})

async function totalOf(list: string): Promise<number> {
  return (await api.get<Page>(`${list}limit=1`)).body.pagination.total
}

test('a total counts what a write has answered', async (t) => {
  for (let n = 0; n < 5; n += 1) {
    const before = await totalOf('/contacts?')
    await api.post('/contacts', { phone: `55319${96_660_000 + n}`, name: randomUUID() })
    t.equal(await totalOf('/contacts?'), before + 1)
  }
})
