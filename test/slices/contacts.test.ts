import { randomUUID } from 'node:crypto'
import { test } from 'tap'
import { listed, type Many, type One, save } from '../kit/contacts.ts'
import { sharedProduct } from '../kit/shared-product.ts'
import { addOfficial, issueKey, openTenant, type Tenant } from '../kit/tenants.ts'

const product = await sharedProduct()
const { deps } = product

const refused = (status: number, code: string, message = /.{9}/) => ({
  status,
  body: { error: { code, message } },
})
const stagesOf = async ({ api }: Tenant) =>
  (await api.get<{ data: { id: string; name: string }[] }>('/stages')).body.data

test('a contact is created by its phone, stored as digits only, and can be read at once', async (t) => {
  const tenant = await openTenant(product)
  const made = await save(tenant, { phone: '+55 (31) 98765-4321', name: '  Ana Reis ' })
  t.equal(made.status, 201)
  const [first] = await stagesOf(tenant)
  t.match(made.body, {
    created: true,
    data: {
      name: 'Ana Reis',
      phone: '5531987654321',
      username: null,
      business_scoped_user_id: null,
      parent_business_scoped_user_id: null,
      stage_id: first?.id,
      created_at: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
    },
  })
  t.match(made.headers, { 'x-event-position': /^\d+$/ })
  const { id } = made.body.data
  const read = await tenant.api.get<One>(`/contacts/${id}`)
  t.match(read.body.data, { ...made.body.data, sessions: [], sales: [] })
  t.same((await tenant.api.get<Many>('/contacts')).body.data, [made.body.data])
})

test('a known identity finds its contact, and the sent fields update it', async (t) => {
  const tenant = await openTenant(product)
  const stage = (await stagesOf(tenant))[1]?.id
  const { id } = (await save(tenant, { phone: '5511911110000', name: 'Ana' })).body.data
  const again = await save(tenant, { phone: '+55 11 91111-0000', stage_id: stage })
  t.equal(again.status, 200)
  t.match(again.body, { created: false, data: { id, name: 'Ana', stage_id: stage } })
  const renamed = await save(tenant, { phone: '5511911110000', name: 'Ana Reis' })
  t.match(renamed.body, { created: false, data: { id, name: 'Ana Reis', stage_id: stage } })
  t.same(await listed(tenant, ''), { ids: [id], total: 1 })
})

test('a request without changes appends nothing', async (t) => {
  const tenant = await openTenant(product)
  const { id } = (await save(tenant, { phone: '5511911110000', name: 'Ana' })).body.data
  const before = await deps.store.readLast(`contact-${id}`)
  t.equal((await save(tenant, { phone: '5511911110000', name: 'Ana' })).status, 200)
  for (const body of [{}, undefined, { name: 'Ana' }, { phone: '5511911110000' }])
    t.equal((await tenant.api.patch(`/contacts/${id}`, body)).status, 200)
  t.equal((await deps.store.readLast(`contact-${id}`))?.revision, before?.revision)
})

test('null in a POST counts as left out, stage_id included', async (t) => {
  const tenant = await openTenant(product)
  const stage_id = (await stagesOf(tenant))[1]?.id
  const { id: connection_id } = await addOfficial(product, tenant.id)
  const identities = {
    phone: '5511911110000',
    username: 'ana',
    business_scoped_user_id: 'BR.1A2B3C',
    parent_business_scoped_user_id: 'BR.ENT.9',
  }
  const made = await save(tenant, { connection_id, ...identities, name: 'Ana', stage_id })
  const before = await deps.store.readLast(`contact-${made.body.data.id}`)
  const nothing = Object.fromEntries(
    ['name', 'stage_id', ...Object.keys(identities)].map((field) => [field, null]),
  )
  for (const [field, value] of Object.entries(identities)) {
    const again = await save(tenant, { connection_id, ...nothing, [field]: value })
    t.same(again.body, { data: made.body.data, created: false }, field)
  }
  t.equal((await deps.store.readLast(`contact-${made.body.data.id}`))?.revision, before?.revision)
  const fresh = await save(tenant, { connection_id: null, ...nothing, phone: '5511911110009' })
  t.match(fresh, { status: 201, body: { data: { name: null, username: null } } })
})

test('a contact is found by each of its identities, on the connection of each', async (t) => {
  const tenant = await openTenant(product)
  const connection_id = (await addOfficial(product, tenant.id)).id
  const { id } = (await save(tenant, { phone: '5511911110000' })).body.data
  const told = await save(tenant, {
    connection_id,
    phone: '5511911110000',
    username: '@Ana.Reis',
    business_scoped_user_id: ' BR.1A2B3C ',
    parent_business_scoped_user_id: 'BR.ENT.9',
  })
  t.match(told.body, {
    created: false,
    data: {
      id,
      username: 'Ana.Reis',
      business_scoped_user_id: 'BR.1A2B3C',
      parent_business_scoped_user_id: 'BR.ENT.9',
    },
  })
  for (const [field, value] of [
    ['username', 'ana.reis'],
    ['business_scoped_user_id', 'BR.1A2B3C'],
    ['parent_business_scoped_user_id', 'BR.ENT.9'],
  ]) {
    const by = await save(tenant, { connection_id, [field as string]: value })
    t.match(by, { status: 200, body: { created: false, data: { id, username: 'Ana.Reis' } } })
  }
  t.same((await listed(tenant, `connection_id=${connection_id}`)).ids, [id])
})

const incomplete: readonly (readonly [why: string, body: object, message: RegExp])[] = [
  ['no identity', {}, /phone is required/],
  ['a name only', { name: 'Ana' }, /phone is required/],
  ['null identities', { phone: null, username: null }, /phone is required/],
  ['a username without its connection', { username: 'ana' }, /connection_id is required/],
  ['a BSUID without it', { business_scoped_user_id: 'BR.1' }, /connection_id is required/],
  ['a parent BSUID', { phone: '551', parent_business_scoped_user_id: 'B' }, /connection_id/],
  ['a phone without digits', { phone: '+-' }, /phone must have digits/],
  ['a phone that is no text', { phone: 5511 }, /phone/],
  ['too many digits', { phone: '1'.repeat(21) }, /phone .*20 digits/],
  ['an empty name', { phone: '5511', name: ' ' }, /name/],
  ['a name of 121 characters', { phone: '5511', name: 'x'.repeat(121) }, /name .*120/],
  ['a connection that is no uuid', { phone: '5511', connection_id: '7' }, /connection_id/],
  ['a stage that is no uuid', { phone: '5511', stage_id: 'new' }, /stage_id/],
]

for (const [why, body, message] of incomplete) {
  test(`POST with ${why} is refused`, async (t) => {
    const tenant = await openTenant(product)
    t.match(await save(tenant, body), refused(422, 'validation', message))
    t.equal((await listed(tenant, '')).total, 0)
  })
}

test('the limit of 120 characters counts an emoji as one', async (t) => {
  const tenant = await openTenant(product)
  const made = await save(tenant, { phone: '5511911110000', name: '🚀'.repeat(120) })
  t.equal(made.status, 201)
  t.equal(made.body.data.name, '🚀'.repeat(120))
})

test('a connection or stage of another account is refused', async (t) => {
  const [mine, theirs] = [await openTenant(product), await openTenant(product)]
  const { id: connection_id } = await addOfficial(product, theirs.id)
  const stage_id = (await stagesOf(theirs))[0]?.id
  const phone = '5511911110000'
  t.match(await save(mine, { phone, connection_id }), refused(404, 'not_found'))
  t.match(await save(mine, { phone, connection_id: randomUUID() }), refused(404, 'not_found'))
  t.match(await save(mine, { phone, stage_id }), refused(422, 'validation', /stage_id/))
  t.equal((await listed(mine, '')).total, 0)
  const { id } = (await save(mine, { phone })).body.data
  const path = `/contacts/${id}`
  t.match(await mine.api.patch(path, { stage_id }), refused(422, 'validation', /stage_id/))
  t.match(await theirs.api.patch(path, { name: 'Mine now' }), refused(404, 'not_found'))
  t.match(await theirs.api.get(path), refused(404, 'not_found'))
  t.equal((await save(theirs, { phone })).status, 201, 'each account has its own contacts')
})

test('identities of two contacts in one call change nothing', async (t) => {
  const tenant = await openTenant(product)
  const connection_id = (await addOfficial(product, tenant.id)).id
  const ana = (await save(tenant, { phone: '5511911110001', name: 'Ana' })).body.data
  const bia = (await save(tenant, { connection_id, username: 'bia', name: 'Bia' })).body.data
  const both = await save(tenant, {
    connection_id,
    phone: '5511911110001',
    username: 'bia',
    business_scoped_user_id: 'BR.NEW',
    name: 'Both',
  })
  t.match(both, refused(422, 'validation', /username belongs to another contact/))
  t.same((await tenant.api.get<Many>('/contacts')).body.data, [bia, ana])
  const free = await save(tenant, { connection_id, business_scoped_user_id: 'BR.NEW' })
  t.equal(free.status, 201, 'the refused call claimed nothing')
})

test('PATCH changes only the sent fields, and null clears one', async (t) => {
  const tenant = await openTenant(product)
  const [first, second] = await stagesOf(tenant)
  const { id } = (await save(tenant, { phone: '5511911110000', name: 'Ana' })).body.data
  const path = `/contacts/${id}`
  const moved = await tenant.api.patch<One>(path, { stage_id: second?.id })
  t.equal(moved.status, 200)
  t.same(Object.keys(moved.body), ['data'])
  t.match(moved.body.data, { id, name: 'Ana', stage_id: second?.id })
  const tagged = await tenant.api.patch<One>(path, { username: '@ana', name: null })
  t.match(tagged.body.data, { name: null, username: 'ana', phone: '5511911110000' })
  const back = await tenant.api.patch<One>(path, { stage_id: null, phone: null })
  t.match(back.body.data, { phone: null, username: 'ana', stage_id: first?.id })
  t.match((await tenant.api.get<One>(path)).body.data, back.body.data)
})

test('the last identity cannot be cleared', async (t) => {
  const tenant = await openTenant(product)
  const { id } = (await save(tenant, { phone: '5511911110000', name: 'Ana' })).body.data
  const path = `/contacts/${id}`
  const cleared = await tenant.api.patch(path, { phone: null, name: 'Nobody' })
  t.match(cleared, refused(422, 'validation', /phone.*cannot all be cleared/))
  t.match((await tenant.api.get<One>(path)).body.data, { phone: '5511911110000', name: 'Ana' })
  const swapped = await tenant.api.patch<One>(path, { phone: null, username: 'ana' })
  t.match(swapped.body.data, { phone: null, username: 'ana' })
})

test('a changed identity is free for others, and one of another contact is refused', async (t) => {
  const tenant = await openTenant(product)
  const ana = (await save(tenant, { phone: '5511911110001' })).body.data
  const bia = (await save(tenant, { phone: '5511911110002' })).body.data
  const path = `/contacts/${ana.id}`
  const taken = await tenant.api.patch(path, { phone: '5511911110002', name: 'Ana' })
  t.match(taken, refused(422, 'validation', /phone belongs to another contact/))
  t.same((await listed(tenant, 'phone=5511911110001')).ids, [ana.id])
  await tenant.api.patch(path, { phone: '5511911110003' })
  t.same((await listed(tenant, 'phone=5511911110001')).ids, [])
  t.same((await listed(tenant, 'phone=5511911110003')).ids, [ana.id])
  const next = await save(tenant, { phone: '5511911110001' })
  t.match(next, { status: 201, body: { created: true } })
  t.notOk([ana.id, bia.id].includes(next.body.data.id))
})

test('a malformed body is a 400, and a body that is not an object a 422', async (t) => {
  const { api } = await openTenant(product)
  t.match(await api.post('/contacts', '{"phone":'), refused(400, 'invalid_body'))
  t.match(await api.post('/contacts', [1]), refused(422, 'validation'))
  t.match(await api.patch(`/contacts/${randomUUID()}`, {}), refused(404, 'not_found'))
  t.match(await api.patch('/contacts/7', {}), refused(404, 'not_found'))
  t.match(await api.get(`/contacts/${randomUUID()}`), refused(404, 'not_found'))
})

test('reading needs the read scope, changing the write scope', async (t) => {
  const tenant = await openTenant(product)
  const { id } = (await save(tenant, { phone: '5511911110000' })).body.data
  const reader = product.api((await issueKey(product, tenant.id, ['read'])).key)
  const writer = product.api((await issueKey(product, tenant.id, ['write'])).key)
  t.equal((await reader.get(`/contacts/${id}`)).status, 200)
  t.match(await reader.patch(`/contacts/${id}`, {}), refused(403, 'forbidden'))
  t.match(await reader.post('/contacts', { phone: '551' }), refused(403, 'forbidden'))
  t.match(await writer.get('/contacts'), refused(403, 'forbidden'))
  t.equal((await writer.patch(`/contacts/${id}`, { name: 'Ana' })).status, 200)
  t.match(await product.api(null).get('/contacts'), refused(401, 'unauthorized'))
})

test('concurrent calls for one person make one contact', async (t) => {
  const tenant = await openTenant(product)
  const forms = ['553187654321', '5531987654321', '+55 31 8765-4321', '+55 (31) 98765-4321']
  const answers = await Promise.all(
    [...forms, ...forms].map((phone, i) => save(tenant, { phone, name: `Ana ${i}` })),
  )
  t.equal(answers.filter(({ status }) => status === 201).length, 1)
  t.equal(new Set(answers.map(({ body }) => body.data.id)).size, 1)
  t.equal((await listed(tenant, '')).total, 1)
})
