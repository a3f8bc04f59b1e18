import { randomUUID } from 'node:crypto'
import { t as file, test } from 'tap'
import { listed, type Shown, save } from '../kit/contacts.ts'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { sell } from '../kit/sales.ts'
import { openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Changes = { survivor_id: string; merged_id: string } & Record<string, unknown>
type Answer = { data: Shown; changes: Changes | null }

const world = await startWorld()
file.teardown(() => world.stop())
const api = world.api()
const tenant = { api }
let people = 0

const merge = (id: string, other_id: string, dry_run?: boolean) =>
  api.post<Answer>(`/contacts/${id}/merge`, { other_id, ...(dry_run !== undefined && { dry_run }) })
const unmerge = (id: string, body?: object) => api.post<Answer>(`/contacts/${id}/unmerge`, body)
const get = async (id: string) => (await api.get<{ data: Shown }>(`/contacts/${id}`)).body.data
const refused = (message: RegExp) => ({
  status: 422,
  body: { error: { code: 'validation', message } },
})

const newPhone = () => {
  people += 1
  return `55319${String(95_550_000 + people)}`
}
async function contactOf(phone = newPhone(), more: object = {}) {
  const { body } = await save(tenant, { phone, ...more })
  return { id: body.data.id, phone }
}

/** A contact that has written, by a BSUID, and has therefore a conversation. */
async function writer() {
  people += 1
  const bsuid = `BR.${people}H`
  await metaSays(world, { messages: [textFrom({ bsuid })] })
  const id = await eventually(
    async () => (await listed(tenant, `business_scoped_user_id=${bsuid}`)).ids[0],
  )
  return { id, bsuid }
}

test('a merge by hand says beforehand what it will change, and then changes just that', async (t) => {
  const older = await contactOf()
  const { id, bsuid } = await writer()
  await api.patch(`/contacts/${id}`, { name: 'Bia' })
  const changes = {
    survivor_id: older.id,
    merged_id: id,
    identities: [{ kind: 'business_scoped_user_id', value: bsuid }],
    name: 'Bia',
    stage_id: null,
    marketing: [],
    restricted: false,
    conversations: 1,
    sales: 0,
  }
  const planned = await merge(id, older.id, true)
  t.match(planned, { status: 200, body: { data: { id } } })
  t.strictSame(planned.body.changes, changes)
  t.equal((await get(id)).id, id, 'nothing has changed')
  const done = await merge(id, older.id, false)
  t.equal(done.status, 200)
  t.strictSame(done.body.changes, changes)
  t.match(done.body.data, { id: older.id, phone: older.phone, name: 'Bia' })
  t.strictSame(await get(id), { ...(await get(older.id)) }, 'both ids are the survivor')
  t.same((await listed(tenant, `business_scoped_user_id=${bsuid}`)).ids, [older.id])
  t.equal((await listed(tenant, `phone=${older.phone}`)).total, 1)
})

test('sales, stage and the choice about marketing move as both calls say', async (t) => {
  type Detail = { data: { sales: object[]; marketing_opted_out: boolean } }
  type Listed = { data: { id: string }[] }
  const older = await contactOf()
  const phone = newPhone()
  await metaSays(world, { messages: [textFrom({ phone })] })
  const id = await eventually(async () => (await listed(tenant, `phone=${phone}`)).ids[0])
  const talk = await eventually(
    async () => (await api.get<Listed>(`/conversations?contact_id=${id}`)).body.data[0],
  )
  await sell(world.product(), world.tenant, { conversation_id: talk.id })
  await metaSays(world, {
    field: 'user_preferences',
    user_preferences: [
      { wa_id: phone, category: 'marketing_messages', value: 'stop', timestamp: '1767225601' },
    ],
  })
  const detail = async (of: string) => (await api.get<Detail>(`/contacts/${of}`)).body.data
  await eventually(async () => {
    const { sales, marketing_opted_out } = await detail(id)
    return sales.length === 1 && marketing_opted_out
  })
  const stage_id = (await api.get<Listed>('/stages')).body.data[2]?.id
  await api.patch(`/contacts/${id}`, { stage_id })
  const { changes } = (await merge(older.id, id)).body
  t.match(changes, { conversations: 1, sales: 1, stage_id, name: null })
  t.same(changes?.marketing, [{ connection_id: world.connection.id, opted_out: true }])
  t.match(await detail(older.id), { sales: [{}], marketing_opted_out: true, stage_id })
  for (const dry_run of [true, false])
    t.match((await unmerge(older.id, { dry_run })).body.changes, { conversations: 1, sales: 1 })
  t.match(await detail(id), { sales: [{}] })
  t.same((await detail(older.id)).sales, [])
})

test('a repeated merge changes nothing, whichever of the two it names', async (t) => {
  const [older, younger] = [await contactOf(), await contactOf()]
  t.match(await merge(older.id, younger.id), { status: 200, body: { data: { id: older.id } } })
  for (const [id, other] of [
    [older.id, younger.id],
    [younger.id, older.id],
  ] as const)
    for (const dry of [true, false])
      t.match(await merge(id, other, dry), {
        status: 200,
        body: { data: { id: older.id }, changes: null },
      })
})

test('an unmerge undoes the last merge that is not undone yet, and says beforehand which', async (t) => {
  const [first, second, third] = [await contactOf(), await contactOf(), await contactOf()]
  await merge(first.id, third.id)
  await merge(first.id, second.id)
  const changes = {
    survivor_id: first.id,
    merged_id: second.id,
    identities: [{ kind: 'phone', value: second.phone }],
    kept: [],
    conversations: 0,
    sales: 0,
  }
  t.strictSame((await unmerge(first.id, { dry_run: true })).body.changes, changes)
  t.equal((await get(second.id)).id, first.id)
  const undone = await unmerge(first.id)
  t.match(undone, { status: 200, body: { data: { id: first.id, phone: first.phone } } })
  t.strictSame(undone.body.changes, changes)
  t.match(await get(second.id), { id: second.id, phone: second.phone })
  t.equal((await get(third.id)).id, first.id)
  t.match(await unmerge(first.id), { body: { changes: { merged_id: third.id } } })
  t.match(await unmerge(first.id), refused(/no merge/))
  t.match(await unmerge(first.id, { dry_run: true }), refused(/no merge/))
})

test('the id of a merged contact separates that one, and a repeat changes nothing', async (t) => {
  const [first, second, third] = [await contactOf(), await contactOf(), await contactOf()]
  await merge(first.id, second.id)
  await merge(first.id, third.id)
  t.match(await unmerge(second.id), {
    status: 200,
    body: { data: { id: second.id, phone: second.phone }, changes: { merged_id: second.id } },
  })
  t.match(await unmerge(second.id), {
    status: 200,
    body: { data: { id: second.id }, changes: null },
  })
  t.equal((await get(third.id)).id, first.id, 'still merged')
  t.match(await merge(first.id, second.id), refused(/other_id was separated/))
  t.match(await merge(first.id, second.id, true), refused(/other_id was separated/))
})

test('an unmerge names the identities that another contact has by now', async (t) => {
  const older = await contactOf()
  const username = `bia.${people}`
  const younger = await contactOf(newPhone(), { connection_id: world.connection.id, username })
  await merge(older.id, younger.id)
  await api.patch(`/contacts/${older.id}`, { username: null })
  const other = await contactOf()
  t.equal((await api.patch(`/contacts/${other.id}`, { username })).status, 200)
  t.match((await unmerge(older.id)).body.changes, {
    identities: [{ kind: 'phone', value: younger.phone }],
    kept: [{ kind: 'username', value: username }],
  })
  t.match(await get(younger.id), { id: younger.id, username: null })
})

test('two persons of one connection are not merged, nor a contact with itself', async (t) => {
  const [one, other] = [await writer(), await writer()]
  for (const dry of [true, false])
    t.match(await merge(one.id, other.id, dry), refused(/other_id .* business_scoped_user_id/))
  t.match(await merge(one.id, one.id), refused(/other_id must be another contact/))
  t.match(await api.post(`/contacts/${one.id}/merge`), refused(/other_id/))
  t.equal((await get(other.id)).id, other.id)
})

test('a contact of nobody or of another account is not found', async (t) => {
  const own = await contactOf()
  const stranger = await openTenant(world.product())
  const theirs = (await save(stranger, { phone: newPhone() })).body.data.id
  for (const id of [randomUUID(), theirs])
    for (const answer of [
      await merge(id, own.id),
      await merge(own.id, id),
      await merge(id, own.id, true),
      await unmerge(id),
      await unmerge(id, { dry_run: true }),
    ])
      t.match(answer, { status: 404, body: { error: { code: 'not_found' } } })
})

test('the next merge completes one that stopped after its first fact', async (t) => {
  const [older, younger] = [await contactOf(), await contactOf()]
  const { store } = world.product().deps
  const stream = `contact-${younger.id}`
  const last = await store.readLast(stream)
  const data = { contact_id: younger.id, survivor_id: older.id, merged_at: '2026-01-01T00:00:00Z' }
  const fact = { id: randomUUID(), type: 'ContactMerged', data, metadata: last?.metadata as never }
  await store.append(stream, last?.revision ?? 0n, [fact])
  t.match(await merge(older.id, younger.id), { status: 200, body: { changes: null } })
  const found = await store.readLast(`contact-${older.id}`)
  t.match(found?.data, { contact_id: older.id }, 'the survivor has adopted the other')
  t.match(await unmerge(younger.id), {
    body: { changes: { identities: [{ kind: 'phone', value: younger.phone }] } },
  })
})
