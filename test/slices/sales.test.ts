import { randomUUID } from 'node:crypto'
import { type CommandContext, newEvents } from '@recado/application/commands/command-context'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { buildApp } from '@recado/command-api/app'
import { saleHook } from '@recado/command-api/hooks/sale-hook'
import type { SalePlatform } from '@recado/command-api/hooks/sale-platform'
import { commandRoutes } from '@recado/command-api/routes'
import { SaleNotice } from '@recado/contract/sale'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { openPool } from '@recado/infra/postgres/pool'
import { t as file, test } from 'tap'
import { z } from 'zod'
import { saleRecorded } from '../examples/sale.ts'
import { eventually } from '../kit/eventually.ts'
import { metaPost } from '../kit/meta-post.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { postSale, saleNotice } from '../kit/sales.ts'
import { serviceSignature } from '../kit/signed.ts'
import { addOfficial, issueKey, openTenant, type Tenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Sale = {
  id: string
  status: string
  conversation_id: string | null
  phone_problem: string | null
  gross_cents: number
}
type Page = { data: Sale[]; pagination: { total: number; next_offset: number | null } }
type Contact = { id: string; stage_id: string; sales: Partial<Sale>[] }
type Resolved = { id: string; contact: { id: string; phone: string | null } }
type Conversation = { id: string; contact_id: string; unread_count: number }

const world = await startWorld()
file.teardown(() => world.stop())
const { tenant } = world
let phones = 0
const newPhone = () => `55319${String(87_000_000 + ++phones)}`
const system: CommandContext = {
  account_id: tenant.id,
  actor: { type: 'system', id: 'test' },
  correlation_id: tenant.id,
  causation_id: tenant.id,
  request_id: null,
  now: () => new Date(),
  newId: randomUUID,
}
const refused = (code: string) => ({ error: { code, message: /.{9}/ } })

/** A notice of a new sale of a new person; `more` replaces fields. */
const notice = (more: object = {}) =>
  saleNotice({
    ...{ source: 'checkout', currency: 'brl', occurred_at: '2026-01-06T06:00:00-03:00' },
    phone: newPhone(),
    ...more,
  })

const post = (to: Pick<Tenant, 'id' | 'sales_secret'>, body: unknown) =>
  postSale(world.product(), to, body)

/** Posts a notice with a signature of its own. */
const postAs = (to: Pick<Tenant, 'id' | 'sales_secret'>, payload: string, signature: string) => {
  const headers = { 'content-type': 'application/json', 'x-service-signature': signature }
  return postSale(world.product(), to, payload, { payload, headers })
}

async function tell(body: object): Promise<Sale> {
  const answer = await post(tenant, body)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}

async function conversationWith(phone: string): Promise<Conversation> {
  await world.userWrites(phone, 'Oi')
  return eventually(async () => {
    const { body } = await world
      .api()
      .get<{ data: Conversation[] }>(`/conversations?phone=${phone}`)
    return body.data[0]?.unread_count === 1 && body.data[0]
  })
}

const contactOf = async (id: string) =>
  (await world.api().get<{ data: Contact }>(`/contacts/${id}`)).body.data
const listed = async (query = '') => (await world.api().get<Page>(`/sales${query}`)).body
const shown = async (id: string) => (await listed()).data.find((sale) => sale.id === id)

/** Kind of the automatic stage that a contact shows. */
async function stageOf(contactId: string): Promise<string | undefined> {
  const { body } = await world.api().get<{ data: { id: string; auto_kind: string }[] }>('/stages')
  const { stage_id } = await contactOf(contactId)
  return body.data.find(({ id }) => id === stage_id)?.auto_kind
}

test('a signed notice is recorded and listed at once', async (t) => {
  const answer = await post(tenant, notice())
  t.equal(answer.status, 200)
  t.match(answer.headers, { 'x-event-position': /^\d+$/ })
  const { id } = answer.body.data
  t.same(answer.body, {
    data: {
      id,
      source: 'checkout',
      provider: 'stripe',
      status: 'paid',
      gross_cents: 19_900,
      fee_cents: 990,
      currency: 'BRL',
      product_name: 'Bolo de cenoura',
      product_id: 'sku-1',
      conversation_id: null,
      phone_problem: null,
      created_at: '2026-01-06T09:00:00.000Z',
    },
  })
  t.same((await listed()).data[0], answer.body.data)
})

test('a sale only moves forward; late and repeated notices change nothing', async (t) => {
  const body = notice({ status: 'pending' })
  const { id } = await tell(body)
  t.equal((await shown(id))?.status, 'pending')
  for (const [told, status] of [
    ['pending', 'pending'],
    ['paid', 'paid'],
    ['pending', 'paid'],
    ['paid', 'paid'],
    ['refunded', 'refunded'],
    ['paid', 'refunded'],
    ['chargeback', 'refunded'],
  ]) {
    const sale = await tell({ ...body, status: told, occurred_at: '2026-02-01T00:00:00Z' })
    t.match(sale, { id, status, created_at: '2026-01-06T09:00:00.000Z' })
    t.same(await shown(id), sale)
  }
})

test('of a contact with very many sales the newest 500 are shown', async (t) => {
  const phone = newPhone()
  const { contact_id } = await conversationWith(phone)
  const { id } = await tell(notice({ phone }))
  await eventually(async () => (await contactOf(contact_id)).sales.length === 1)
  const { pool } = world.product().deps
  const { rows } = await pool.query('select * from sales where id = $1', [id])
  await pool.query(
    `insert into sales select (json_populate_record(t, json_build_object('id', gen_random_uuid(),
       'account_pos', t.account_pos + n, 'gross_cents', n))).* from sales t, generate_series(1, 600) n where t.id = $1`,
    [id],
  )
  const { sales } = await contactOf(contact_id)
  t.same(
    sales.map(({ gross_cents }) => gross_cents),
    Array.from({ length: 500 }, (_, n) => 600 - n),
  )
  await pool.query('delete from sales where contact_id = $1 and id <> $2', [contact_id, id])
  t.same((await pool.query('select * from sales where id = $1', [id])).rows, rows)
})

test('a fee that comes later is stored, and later notices without one keep it', async (t) => {
  const body = notice({ fee_cents: undefined, product_name: null })
  t.match(await tell(body), { fee_cents: null, product_name: null })
  const { id } = await tell({ ...body, fee_cents: 990, product_name: 'Bolo' })
  for (const more of [{}, { fee_cents: null }, { status: 'refunded', gross_cents: 100 }])
    t.match(await tell({ ...body, ...more }), { id, gross_cents: 19_900, fee_cents: 990 })
  t.match(await shown(id), { gross_cents: 19_900, fee_cents: 990, product_name: 'Bolo' })
})

test('the same external id from another source is another sale', async (t) => {
  const body = notice()
  const [one, other] = [await tell(body), await tell({ ...body, source: 'shop' })]
  t.not(one.id, other.id)
})

test('a sale that names its conversation is attributed and moves the contact to won, and a refund moves it back', async (t) => {
  const { id: conversation_id, contact_id } = await conversationWith(newPhone())
  t.equal(await stageOf(contact_id), 'engaged')
  const body = notice({ conversation_id, phone: undefined, status: 'pending' })
  const { id } = await tell(body)
  t.equal(await stageOf(contact_id), 'engaged')
  t.match(await tell({ ...body, status: 'paid' }), { id, conversation_id, status: 'paid' })
  t.equal(await stageOf(contact_id), 'won')
  t.same((await contactOf(contact_id)).sales, [
    { id, status: 'paid', gross_cents: 19_900, currency: 'BRL', product_name: 'Bolo de cenoura' },
  ])
  const second = await tell(notice({ conversation_id, product_name: null }))
  await tell({ ...body, status: 'refunded', gross_cents: 100 })
  t.equal(await stageOf(contact_id), 'won', 'another sale is still paid')
  t.match((await contactOf(contact_id)).sales, [
    { id: second.id, status: 'paid', product_name: null },
    { id, status: 'refunded', gross_cents: 19_900 },
  ])
  await tell({ ...body, external_id: 'x', status: 'paid' })
  await tell({ ...body, external_id: 'x', status: 'chargeback' })
  t.equal(await stageOf(contact_id), 'won')
})

test('a charged back sale moves its contact back', async (t) => {
  const { id: conversation_id, contact_id } = await conversationWith(newPhone())
  const body = notice({ conversation_id })
  await tell(body)
  t.equal(await stageOf(contact_id), 'won')
  await tell({ ...body, status: 'chargeback' })
  t.equal(await stageOf(contact_id), 'engaged')
})

test('a sale with a phone is attributed to the conversation with the latest message', async (t) => {
  const phone = newPhone()
  const { contact_id } = await conversationWith(phone)
  const second = await addOfficial(world.product(), tenant.id)
  await world.sim('POST', '/numbers', {
    ...second,
    display_phone_number: second.phone_number_digits,
  })
  await world.userWrites(phone, 'Oi de novo', { phone_number_id: second.phone_number_id })
  const latest = await eventually(async () => {
    const { body } = await world
      .api()
      .get<{ data: Conversation[] }>(`/conversations?phone=${phone}&connection_id=${second.id}`)
    return body.data[0]?.unread_count === 1 && body.data[0]
  })
  const { id } = await tell(notice({ phone: `+${phone.slice(0, 4)}${phone.slice(5)}` }))
  await eventually(async () => (await shown(id))?.conversation_id === latest.id)
  t.equal(latest.contact_id, contact_id)
  t.equal(await stageOf(contact_id), 'won')
})

test('a sale to an unknown person waits for the first conversation with that phone', async (t) => {
  const phone = newPhone()
  const body = notice({ phone })
  const { id, conversation_id } = await tell(body)
  t.equal(conversation_id, null)
  const opened = await conversationWith(phone)
  await eventually(async () => (await shown(id))?.conversation_id === opened.id)
  t.equal(await stageOf(opened.contact_id), 'won')
  t.equal((await tell(body)).conversation_id, opened.id)
})

test('a phone without country code is one of the country of the account’s numbers, else the sale says so', async (t) => {
  const product = world.product()
  const shop = await openTenant(product)
  const connection = await addOfficial(product, shop.id)
  const buy = async (phone: string) => (await post(shop, notice({ phone }))).body.data as Sale
  const find = async (id: string) =>
    (await shop.api.get<Page>('/sales')).body.data.find((sale) => sale.id === id)
  const attributed = (id: string) =>
    eventually(async () => (await find(id))?.conversation_id ?? false)
  const unsure = { conversation_id: null, phone_problem: 'without_country_code' }
  const writes = async (phone: string) => {
    const said = metaPost(connection, { contacts: [], messages: [textFrom({ phone })] })
    await product.commandApp.inject({ method: 'POST', url: connection.hook, ...said })
    const query = `/conversations/resolve?connection_id=${connection.id}&phone=${phone}`
    return eventually(
      async () => (await shop.api.get<{ data?: Conversation }>(query)).body.data?.id ?? false,
    )
  }

  const early = await buy('(31) 98765-4321')
  t.match(early, unsure)
  t.same(await find(early.id), early)
  const talk = await writes('5531987654321')
  t.equal(await attributed(early.id), talk, 'the buyer came later')
  t.equal((await find(early.id))?.phone_problem, null)
  const late = await buy('031 8765-4321')
  t.equal(await attributed(late.id), talk, 'an older form, with the 0 before it')

  // A Brazilian and a Dutch number.
  await writes('5531987650000')
  await writes('31987650000')
  const ambiguous = await buy('31 98765-0000')
  const dutch = await buy('+31 98765 0000')
  t.match(dutch, { phone_problem: null })
  await attributed(dutch.id)
  t.match(await find(ambiguous.id), unsure)

  await addOfficial(product, shop.id, { phone_number_digits: '351912345678' })
  const abroad = await buy('(31) 98765-4321')
  t.match(abroad, unsure, 'numbers in two countries')
  t.match(await find(abroad.id), unsure)
})

test('a sale waits until its buyer shows the phone', async (t) => {
  const phone = newPhone()
  const user_id = `BR.${randomUUID()}`
  await world.userWrites(phone, 'Oi', { user_id, hide_phone: true })
  const talk = await eventually(async () => {
    const query = `connection_id=${world.connection.id}&business_scoped_user_id=${user_id}`
    const found = await world.api().get<{ data: Conversation }>(`/conversations/resolve?${query}`)
    return found.status === 200 && found.body.data
  })
  const { id } = await tell(notice({ phone }))
  t.equal((await shown(id))?.conversation_id, null)
  await world.userWrites(phone, 'Este é o meu número', { user_id })
  await eventually(async () => (await shown(id))?.conversation_id === talk.id)
})

test('a sale is attributed by any phone that the buyer has had', async (t) => {
  const [first, second] = [newPhone(), newPhone()]
  const bsuid = `BR.${randomUUID()}`
  const writesFrom = (phone: string) => metaSays(world, { messages: [textFrom({ phone, bsuid })] })
  await writesFrom(first)
  const query = `connection_id=${world.connection.id}&business_scoped_user_id=${bsuid}`
  const phoneOf = async () =>
    (await world.api().get<{ data: Resolved }>(`/conversations/resolve?${query}`)).body.data
  await eventually(async () => (await phoneOf())?.contact?.phone === first)
  const { id: early } = await tell(notice({ phone: second }))
  await writesFrom(second)
  const talk = await eventually(async () => {
    const found = await phoneOf()
    return found.contact.phone === second && found
  })
  await eventually(async () => (await shown(early))?.conversation_id === talk.id)
  const { id: late } = await tell(notice({ phone: first }))
  await eventually(async () => (await shown(late))?.conversation_id === talk.id)
  t.equal(await stageOf(talk.contact.id), 'won')
})

test('sales to both phones of a person are attributed to the first conversation', async (t) => {
  const [first, second] = [newPhone(), newPhone()]
  const business_scoped_user_id = `BR.${randomUUID()}`
  const connection_id = world.connection.id
  await world.api().post('/contacts', { phone: first })
  await world.api().post('/contacts', { phone: second, business_scoped_user_id, connection_id })
  const told = [await tell(notice({ phone: first })), await tell(notice({ phone: second }))]
  const message = textFrom({ phone: first, bsuid: business_scoped_user_id })
  await metaSays(world, { messages: [message] })
  for (const { id } of told)
    t.ok(await eventually(async () => (await shown(id))?.conversation_id ?? false))
})

test('a sale that fails delays no other one, is reported, and is attributed once it can be', async (t) => {
  const { deps, operator } = world.product()
  const { append } = deps.store
  const [bad, good] = [newPhone(), newPhone()]
  const { id: failing } = await tell(notice({ phone: bad }))
  const faulty: typeof append = async (stream, ...more) => {
    if (stream === `sale-${failing}`) throw new TypeError('ours')
    return append(stream, ...more)
  }
  Object.assign(deps.store, { append: faulty })
  t.teardown(() => Object.assign(deps.store, { append }))
  const [badTalk, goodTalk] = [await conversationWith(bad), await conversationWith(good)]
  const others: string[] = []
  for (let n = 0; n < 10; n++) others.push((await tell(notice({ phone: good }))).id)
  for (const id of others)
    await eventually(async () => (await shown(id))?.conversation_id === goodTalk.id)
  const told = await eventually(async () => {
    const { body } = await operator.get<{ data: { failing: { what: string }[] } }>('/status')
    return body.data.failing.find(({ what }) => what === 'attribution')
  })
  t.match(told, { why: 'TypeError' })
  t.equal((await shown(failing))?.conversation_id, null)
  Object.assign(deps.store, { append })
  await eventually(async () => (await shown(failing))?.conversation_id === badTalk.id)
})

test('rebuilt read models show the same sales, attribute what was missed, and nothing twice', async (t) => {
  const phone = newPhone()
  const opened = await conversationWith(phone)
  const { id } = await tell(notice({ phone }))
  await eventually(async () => (await shown(id))?.conversation_id === opened.id)
  const headOf = async (saleId: string) =>
    (await world.product().deps.store.readLast(`sale-${saleId}`))?.revision
  const before = await headOf(id)
  const list = (await listed()).data
  const missed = randomUUID()
  await world.restart(async (config) => {
    const { store } = connectEventStore(config.EVENTSTORE_URL)
    const data = { ...saleRecorded.data, sale_id: missed, phone }
    await store.append(
      `sale-${missed}`,
      'no_stream',
      newEvents([{ ...saleRecorded, data }], system),
    )
    await store.close()
    const pool = openPool(config.DATABASE_URL, { max: 1 })
    await pool.query(`drop schema ${READ_SCHEMA} cascade`)
    await pool.end()
  })
  await eventually(async () => (await shown(missed))?.conversation_id === opened.id)
  t.equal(await headOf(id), before)
  t.same((await listed()).data.slice(1), list)
  t.equal(await stageOf(opened.contact_id), 'won')
})

test('the list filters by status and time, and pages', async (t) => {
  const other = await openTenant(world.product())
  const told = [
    notice({ status: 'pending', occurred_at: '2026-01-01T00:00:00Z' }),
    notice({ status: 'paid', occurred_at: '2026-01-02T00:00:00Z' }),
    notice({ status: 'paid', occurred_at: '2026-01-03T00:00:00Z' }),
  ]
  const ids: string[] = []
  for (const body of told) ids.unshift((await post(other, body)).body.data.id)
  const find = async (query: string) => (await other.api.get<Page>(`/sales${query}`)).body
  const idsOf = ({ data }: Page) => data.map(({ id }) => id)
  t.same(idsOf(await find('')), ids)
  t.same(idsOf(await find('?status=paid')), ids.slice(0, 2))
  t.same(idsOf(await find('?since=2026-01-02T00:00:00Z')), ids.slice(0, 2))
  t.same(idsOf(await find('?status=pending&since=2026-01-02T00:00:00Z')), [])
  const page = await find('?limit=2')
  t.same(page.pagination, { limit: 2, offset: 0, total: 3, next_offset: 2 })
  t.same(idsOf(await find('?limit=2&offset=2')), ids.slice(2))
  for (const query of ['?status=sold', '?since=yesterday', '?limit=0', '?offset=-1'])
    t.match(await other.api.get(`/sales${query}`), { status: 400, body: refused('query_error') })
})

test('sales need the Official or Agency plan and the read scope, and belong to one account', async (t) => {
  const product = world.product()
  const basic = await openTenant(product, 'basic')
  t.match(await basic.api.get('/sales'), { status: 403, body: refused('upgrade_required') })
  t.equal((await post(basic, notice())).status, 200, 'notices are kept on every plan')
  const agency = await openTenant(product, 'agency')
  t.same((await agency.api.get<Page>('/sales')).body.data, [])
  const writer = product.api((await issueKey(product, tenant.id, ['write'])).key)
  t.match(await writer.get('/sales'), { status: 403, body: refused('forbidden') })
  t.match(await product.api(null).get('/sales'), { status: 401, body: refused('unauthorized') })
})

test('a notice without a valid signature is refused', async (t) => {
  const body = JSON.stringify(notice())
  const now = Math.floor(Date.now() / 1000)
  const { sales_secret } = tenant
  const other = await openTenant(world.product())
  for (const header of [
    '',
    'v1=00',
    serviceSignature(other.sales_secret, body),
    serviceSignature(sales_secret, `${body} `),
    serviceSignature(sales_secret, body, now - 400),
    serviceSignature(sales_secret, body, now + 400),
    serviceSignature(sales_secret, body).replace(/t=\d+/, `t=${now - 1}`),
    serviceSignature(sales_secret, body).replace('v1=', 'v2='),
  ])
    t.match(await postAs(tenant, body, header), { status: 401, body: refused('unauthorized') })
  const almost = Math.floor(Date.now() / 1_000) - 285
  const old = await postAs(tenant, body, serviceSignature(sales_secret, body, almost))
  t.equal(old.status, 200, 'clocks may differ by five minutes')
  const rotated = serviceSignature(sales_secret, body).replace(',', ',v1=00,')
  t.equal(
    (await postAs(tenant, body, rotated)).status,
    200,
    'one valid signature of several is enough',
  )
})

test('a notice must be complete and name a conversation of the account', async (t) => {
  const other = await openTenant(world.product())
  const { id: conversation_id } = await conversationWith(newPhone())
  for (const wrong of [
    { external_id: undefined },
    { external_id: ' ' },
    { source: undefined },
    { provider: 7 },
    { status: 'sold' },
    { gross_cents: -1 },
    { gross_cents: 1.5 },
    { currency: 'reais' },
    { occurred_at: 'yesterday' },
    { phone: 'none' },
    { phone: undefined },
  ]) {
    const answer = await post(tenant, notice(wrong))
    t.match(answer, { status: 422, body: refused('validation') }, JSON.stringify(wrong))
  }
  t.match(await post(tenant, '{"status"'), { status: 400, body: refused('invalid_body') })
  const notFound = { status: 404, body: refused('not_found') }
  t.match(await post(other, notice({ conversation_id })), notFound)
  t.match(await post(tenant, notice({ conversation_id: randomUUID() })), notFound)
  t.match(await post({ id: randomUUID(), sales_secret: 'x' }, notice()), notFound)
  t.same((await other.api.get<Page>('/sales')).body.data, [], 'nothing of it was recorded')
})

/** A platform with a body and a signature of its own: `x-kiosk` is the secret itself. */
const KIOSK: SalePlatform = {
  path: 'kiosk',
  signatureRule: 'x-kiosk must be the sales secret of the account',
  mayBeSigned: (headers) => headers['x-kiosk'] !== undefined,
  isSigned: ({ headers }, secret) => headers['x-kiosk'] === secret,
  notice: z
    .object({ order: z.string(), total: z.string(), buyer: z.string(), paid: z.boolean() })
    .transform(
      ({ order, total, buyer, paid }): z.input<typeof SaleNotice> => ({
        ...{ source: 'kiosk', provider: 'pix', currency: 'BRL' },
        ...{ external_id: order, phone: buyer, status: paid ? 'paid' : 'pending' },
        ...{ gross_cents: Math.round(Number(total) * 100), occurred_at: '2026-01-06T09:00:00Z' },
      }),
    )
    .pipe(SaleNotice),
}

test('another platform brings its address, its signature and the translation of its body', async (t) => {
  const product = world.product()
  const app = await buildApp(product.deps, { ...commandRoutes, hooks: [saleHook(KIOSK)] })
  t.teardown(() => app.close())
  const order = { order: 'k-1', total: '19.90', buyer: newPhone(), paid: true }
  const sold = (payload: object, headers = { 'x-kiosk': tenant.sales_secret }) =>
    app.inject({ method: 'POST', url: `/hooks/kiosk/${tenant.id}`, headers, payload })
  const first = await sold(order)
  t.match(first, { statusCode: 200 })
  const { data } = first.json()
  t.match(data, { source: 'kiosk', provider: 'pix', status: 'paid', gross_cents: 1_990 })
  t.same((await sold(order)).json().data, data, 'a repeat is the same sale')
  t.match(await sold(order, { 'x-kiosk': 'wrong' }), { statusCode: 401, body: KIOSK.signatureRule })
  t.match(await sold({ ...order, order: ' ' }), { statusCode: 422 })
  const { body } = await product.api(tenant.key).get<Page>('/sales')
  t.equal(body.data.filter(({ id }) => id === data.id).length, 1)
})
