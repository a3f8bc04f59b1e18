import { randomUUID } from 'node:crypto'
import { test } from 'tap'
import { listed, type Many, save } from '../kit/contacts.ts'
import { sharedProduct } from '../kit/shared-product.ts'
import { addFreemium, addOfficial, openTenant } from '../kit/tenants.ts'

const product = await sharedProduct()
const tenant = await openTenant(product)
const { api } = tenant
const official = await addOfficial(product, tenant.id)
const freemium = await addFreemium(product, tenant.id)
const stages = (await api.get<{ data: { id: string; name: string }[] }>('/stages')).body.data
const [newStage, engaged, won] = stages.map(({ id }) => id)
const idOf = async (body: object) => (await save(tenant, body)).body.data.id

const ana = await idOf({
  connection_id: official.id,
  name: 'Ana Flávia dos Reis',
  phone: '5531987654321',
  username: '@Ana.Reis',
  business_scoped_user_id: 'BR.1A',
  parent_business_scoped_user_id: 'BR.ENT.1',
})
const bia = await idOf({
  connection_id: freemium.id,
  phone: '5511911110002',
  name: 'Bia Reis',
  stage_id: won,
})
const caio = await idOf({ phone: '5511911110003', stage_id: won })
const dani = await idOf({ connection_id: official.id, username: 'dani', stage_id: engaged })

const official_id = `connection_id=${official.id}`
const filters: readonly (readonly [query: string, ids: readonly string[]])[] = [
  ['', [dani, caio, bia, ana]],
  [`stage_id=${newStage}`, [ana]],
  [`stage_id=${won}`, [caio, bia]],
  [`stage_id=${won?.toUpperCase()}`, [caio, bia]],
  [`stage_id=${randomUUID()}`, []],
  [official_id, [dani, ana]],
  [`connection_id=${official.phone_number_digits}`, [dani, ana]],
  [`connection_id=%2B${freemium.phone_number_digits}`, [bia]],
  [`connection_id=${randomUUID()}`, []],
  ['connection_id=5511900009999', []],
  ['phone=553187654321', [ana]],
  ['phone=%2B55%20(31)%2098765-4321', [ana]],
  ['phone=5511911119999', []],
  ['username=ana.reis', [ana]],
  ['username=%40ANA.REIS', [ana]],
  ['business_scoped_user_id=BR.1A', [ana]],
  ['business_scoped_user_id=br.1a', []],
  ['parent_business_scoped_user_id=BR.ENT.1', [ana]],
  ['name=ana', [ana]],
  ['name=REIS', [bia, ana]],
  ['name=rei%20fl%C3%A1', [ana]],
  ['name=fl%C3%A1via%20bia', []],
  ['name=via', []],
  [`name=reis&stage_id=${won}`, [bia]],
  [`name=reis&${official_id}`, [ana]],
  ['name=reis&phone=553187654321', [ana]],
  [`${official_id}&stage_id=${engaged}`, [dani]],
  [`${official_id}&stage_id=${won}`, []],
  [`connection_id=${freemium.id}&stage_id=${won}`, [bia]],
  [`${official_id}&phone=5531987654321&username=ana.reis`, [ana]],
  ['phone=5531987654321&username=dani', []],
  ['phone=5531987654321&business_scoped_user_id=BR.1A', [ana]],
  [
    `stage_id=${newStage}&${official_id}&phone=553187654321&username=ana.reis&business_scoped_user_id=BR.1A&parent_business_scoped_user_id=BR.ENT.1`,
    [ana],
  ],
]

for (const [query, ids] of filters) {
  test(`GET /contacts?${query}`, async (t) => {
    t.same(await listed(tenant, query), { ids, total: ids.length })
  })
}

for (const query of [
  ...['stage_id=7', 'connection_id=x', 'phone=%2B', 'limit=0', 'offset=-1'],
  ...['username=', 'business_scoped_user_id=%20', 'parent_business_scoped_user_id='],
  ...['name=', 'name=%F0%9F%8C%9F', `name=${'a'.repeat(121)}`, 'nome=Ana'],
])
  test(`GET /contacts?${query} is a query error`, async (t) => {
    const { status, body } = await api.get(`/contacts?${query}`)
    t.match({ status, body }, { status: 400, body: { error: { code: 'query_error' } } })
  })

test('next_offset leads through all pages, filtered or not', async (t) => {
  for (const filter of [
    '',
    `stage_id=${won}&`,
    `${official_id}&`,
    `${official_id}&stage_id=${engaged}&`,
  ]) {
    const { ids } = await listed(tenant, filter)
    const walked: string[] = []
    let offset: number | null = 0
    while (offset !== null) {
      const path = `/contacts?${filter}limit=1&offset=${offset}`
      const { data, pagination } = (await api.get<Many>(path)).body as Many & {
        pagination: { next_offset: number | null }
      }
      walked.push(...data.map(({ id }) => id))
      t.equal(pagination.total, ids.length)
      offset = pagination.next_offset
    }
    t.same(walked, ids)
  }
})

test('a name that changes finds its contact by the new one only', async (t) => {
  const page = async (query: string) => (await listed(tenant, query)).ids
  const id = await idOf({ phone: '5511911110009', name: 'Zoé Ünlü' })
  t.same(await page('name=zoe unlu'.replace(' ', '%20')), [id])
  await api.patch(`/contacts/${id}`, { name: 'Łukasz Großmann' })
  t.same(await page('name=zoe'), [])
  t.same(await page('name=lukasz%20gross'), [id])
  await api.patch(`/contacts/${id}`, { name: null })
  t.same(await page('name=lukasz'), [])
})

test('a limit above the maximum is applied as the maximum', async (t) => {
  const { body } = await api.get('/contacts?limit=1000')
  t.match(body, { pagination: { limit: 200, offset: 0, total: 5, next_offset: null } })
})

test('other accounts see no contacts of it', async (t) => {
  const stranger = await openTenant(product)
  for (const [query] of filters)
    if (!query.includes('connection_id=5') && !query.includes('%2B55'))
      t.same(await listed(stranger, query), { ids: [], total: 0 })
})

test('an identity that is cleared no longer finds the contact, which stays on the connection of its phone', async (t) => {
  const id = await idOf({ connection_id: freemium.id, phone: '5511911110005', username: 'edu' })
  t.same((await listed(tenant, `connection_id=${freemium.id}`)).ids, [id, bia])
  await api.patch(`/contacts/${id}`, { username: null })
  t.same((await listed(tenant, `connection_id=${freemium.id}`)).ids, [id, bia])
  t.same((await listed(tenant, 'username=edu')).ids, [])
})

test('contacts of a removed stage show their derived stage and are filtered by it', async (t) => {
  t.equal((await api.delete(`/stages/${won}`)).status, 200)
  const { data } = (await api.get<Many>(`/contacts?stage_id=${newStage}`)).body
  for (const id of [caio, bia]) t.ok(data.some((row) => row.id === id))
  t.ok(data.every(({ stage_id }) => stage_id === newStage))
  t.same((await listed(tenant, `stage_id=${won}`)).ids, [])
})

test('a filter by a number that is registered twice finds the contacts of both connections', async (t) => {
  const shop = await openTenant(product)
  const { id: first, phone_number_digits } = await addOfficial(product, shop.id)
  const { id: second } = await addOfficial(product, shop.id, { phone_number_digits })
  const { id: other } = await addOfficial(product, shop.id)
  const made = async (body: object) => (await save(shop, body)).body.data.id
  const eva = await made({ connection_id: first, phone: '5511911110011' })
  await made({ connection_id: other, phone: '5511911110012' })
  const gil = await made({ connection_id: second, phone: '5511911110013' })
  const both = await made({ connection_id: first, phone: '5511911110014' })
  await save(shop, { connection_id: second, phone: '5511911110014', username: 'hana' })
  const ofNumber = `connection_id=${phone_number_digits}`
  const stage = (await shop.api.get<{ data: { id: string }[] }>('/stages')).body.data[1]?.id
  await shop.api.patch(`/contacts/${gil}`, { stage_id: stage })
  t.same(await listed(shop, ofNumber), { ids: [both, gil, eva], total: 3 })
  t.same(await listed(shop, `${ofNumber}&stage_id=${stage}`), { ids: [gil], total: 1 })
  t.same(await listed(shop, `${ofNumber}&username=hana`), { ids: [both], total: 1 })
  t.same(await listed(shop, `${ofNumber}&phone=5511911110012`), { ids: [], total: 0 })
  t.same((await listed(shop, `${ofNumber}&limit=1&offset=1`)).ids, [gil])
})

test('a number that is registered again means its history too, after who came since', async (t) => {
  const shop = await openTenant(product)
  const { id: first, phone_number_digits } = await addOfficial(product, shop.id)
  const made = async (body: object) => (await save(shop, body)).body.data.id
  const eva = await made({ connection_id: first, phone: '5511911110021' })
  const gil = await made({ connection_id: first, phone: '5511911110022' })
  const ofNumber = `connection_id=${phone_number_digits}`
  t.same(await listed(shop, ofNumber), { ids: [gil, eva], total: 2 })
  t.equal((await product.operator.post(`/connections/${first}/release`)).status, 200)
  const { id: second } = await addOfficial(product, shop.id, { phone_number_digits })
  t.same(await listed(shop, ofNumber), { ids: [gil, eva], total: 2 })
  const lia = await made({ connection_id: second, phone: '5511911110023' })
  await save(shop, { connection_id: second, phone: '5511911110021', username: 'eva' })
  t.same(await listed(shop, ofNumber), { ids: [eva, lia, gil], total: 3 })
  t.same(await listed(shop, `${ofNumber}&limit=1&offset=1`), { ids: [lia], total: 3 })
})
