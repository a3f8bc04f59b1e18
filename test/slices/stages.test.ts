import { randomUUID } from 'node:crypto'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { impatientClient } from '../kit/impatient.ts'
import { sharedProduct } from '../kit/shared-product.ts'
import { issueKey, openTenant, type Tenant } from '../kit/tenants.ts'

type Stage = { id: string; name: string; position: number; color: string; auto_kind: string | null }
type One = { data: Stage }
type Many = { data: Stage[] }

const product = await sharedProduct()

async function stagesOf({ api }: Tenant): Promise<Stage[]> {
  return (await api.get<Many>('/stages')).body.data
}

async function placesOf(tenant: Tenant): Promise<(readonly [string, number])[]> {
  return (await stagesOf(tenant)).map(({ name, position }) => [name, position] as const)
}

/** A problem with this code, and a message. */
const refused = (code: string) => ({ error: { code, message: /.{10}/ } })

test('an account starts with the default funnel', async (t) => {
  const tenant = await openTenant(product)
  const { status, body } = await tenant.api.get<Many>('/stages')
  t.equal(status, 200)
  t.same(Object.keys(body), ['data'])
  t.match(body.data, [
    { name: 'New', position: 0, color: '#5b9bd9', auto_kind: 'new' },
    { name: 'In conversation', position: 1, color: '#5b9bd9', auto_kind: 'engaged' },
    { name: 'Customer', position: 2, color: '#5b9bd9', auto_kind: 'won' },
  ])
  t.same(Object.keys(body.data[0] ?? {}).sort(), [
    'auto_kind',
    'color',
    'created_at',
    'id',
    'name',
    'position',
  ])
})

test('a stage is added after the last one and can be read at once', async (t) => {
  const tenant = await openTenant(product)
  const added = await tenant.api.post<One>('/stages', { name: '  Proposal sent ' })
  t.equal(added.status, 201)
  t.match(added.body.data, {
    name: 'Proposal sent',
    position: 3,
    color: '#5b9bd9',
    auto_kind: null,
    created_at: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  })
  t.match(added.headers, { 'x-event-position': /^\d+$/, 'x-request-id': /.+/ })
  t.same((await stagesOf(tenant)).at(-1), added.body.data)
})

test('one PATCH renames, recolours and moves a stage', async (t) => {
  const tenant = await openTenant(product)
  const [first] = await stagesOf(tenant)
  const edited = await tenant.api.patch<One>(`/stages/${first?.id}`, {
    name: 'Leads',
    color: '#FF8800',
    position: 1.9,
  })
  t.equal(edited.status, 200)
  t.match(edited.body.data, { id: first?.id, name: 'Leads', color: '#FF8800', position: 1 })
  t.same(await placesOf(tenant), [
    ['In conversation', 0],
    ['Leads', 1],
    ['Customer', 2],
  ])
})

test('a position below 0 means the first place, and one beyond the end the last', async (t) => {
  const tenant = await openTenant(product)
  const [first, , third] = await stagesOf(tenant)
  const moved = await tenant.api.patch<One>(`/stages/${first?.id}`, { position: 1_000_000 })
  t.equal(moved.body.data.position, 2)
  await tenant.api.patch(`/stages/${third?.id}`, { position: -5 })
  t.same(await placesOf(tenant), [
    ['Customer', 0],
    ['In conversation', 1],
    ['New', 2],
  ])
})

test('an edit without a change answers with the unchanged stage', async (t) => {
  const tenant = await openTenant(product)
  const [first] = await stagesOf(tenant)
  const edited = await tenant.api.patch<One>(`/stages/${first?.id}`, { name: 'New', position: 0 })
  t.equal(edited.status, 200)
  t.same(edited.body.data, first)
})

test('a removed stage is gone and the others close up', async (t) => {
  const tenant = await openTenant(product)
  const [first] = await stagesOf(tenant)
  const removed = await tenant.api.delete(`/stages/${first?.id}`)
  t.equal(removed.status, 200)
  t.same(removed.body, { deleted: true })
  t.same(await placesOf(tenant), [
    ['In conversation', 0],
    ['Customer', 1],
  ])
  const again = await tenant.api.delete(`/stages/${first?.id}`)
  t.equal(again.status, 404)
  t.match(again.body, refused('not_found'))
})

test('the last stage cannot be removed', async (t) => {
  const tenant = await openTenant(product)
  const [first, second, third] = await stagesOf(tenant)
  await tenant.api.delete(`/stages/${first?.id}`)
  await tenant.api.delete(`/stages/${second?.id}`)
  const last = await tenant.api.delete(`/stages/${third?.id}`)
  t.equal(last.status, 422)
  t.match(last.body, refused('validation'))
  t.equal((await stagesOf(tenant)).length, 1)
})

test('of two concurrent removals of the last two stages one succeeds', async (t) => {
  const tenant = await openTenant(product)
  const [first, second, third] = await stagesOf(tenant)
  await tenant.api.delete(`/stages/${first?.id}`)
  const answers = await Promise.all([
    tenant.api.delete(`/stages/${second?.id}`),
    tenant.api.delete(`/stages/${third?.id}`),
  ])
  t.same(answers.map(({ status }) => status).sort(), [200, 422])
})

const invalidBodies: readonly (readonly [why: string, body: unknown, field: RegExp])[] = [
  ['without a name', {}, /name/],
  ['with an empty name', { name: '   ' }, /name/],
  ['with a name of 41 characters', { name: 'x'.repeat(41) }, /name.*40/],
  ['with a name that is no text', { name: 7 }, /name/],
  ['with a colour that is none', { name: 'Ok', color: 'blue' }, /color/],
]

for (const [why, body, message] of invalidBodies) {
  test(`a stage ${why} is refused`, async (t) => {
    const { api } = await openTenant(product)
    const answer = await api.post<{ error: { message: string } }>('/stages', body)
    t.equal(answer.status, 422)
    t.match(answer.body, { error: { code: 'validation', message } })
  })
}

test('a name of 40 characters fits, and an emoji counts as one', async (t) => {
  const { api } = await openTenant(product)
  t.equal((await api.post('/stages', { name: 'x'.repeat(40) })).status, 201)
  t.equal((await api.post('/stages', { name: '🚀'.repeat(40) })).status, 201)
})

test('an edit without a field, or with an invalid one, is refused', async (t) => {
  const tenant = await openTenant(product)
  const [first] = await stagesOf(tenant)
  const path = `/stages/${first?.id}`
  for (const body of [{}, { unknown: 1 }, { name: '' }, { position: '1' }, { color: '5b9bd9' }]) {
    const answer = await tenant.api.patch(path, body)
    t.equal(answer.status, 422, JSON.stringify(body))
    t.match(answer.body, refused('validation'))
  }
  t.same((await stagesOf(tenant))[0], first)
})

test('malformed JSON is a 400', async (t) => {
  const { api } = await openTenant(product)
  const answer = await api.post('/stages', '{"name":')
  t.equal(answer.status, 400)
  t.match(answer.body, refused('invalid_body'))
})

test('a stage of another account is not found and not changed', async (t) => {
  const [mine, theirs] = [await openTenant(product), await openTenant(product)]
  const [stage] = await stagesOf(theirs)
  const path = `/stages/${stage?.id}`
  t.equal((await mine.api.patch(path, { name: 'Mine now' })).status, 404)
  t.equal((await mine.api.delete(path)).status, 404)
  t.equal((await mine.api.patch('/stages/not-a-uuid', { name: 'x' })).status, 404)
  t.equal((await mine.api.delete(`/stages/${randomUUID()}`)).status, 404)
  t.same((await stagesOf(theirs))[0], stage)
})

test('reading needs the read scope, changing the write scope', async (t) => {
  const tenant = await openTenant(product)
  const reader = product.api((await issueKey(product, tenant.id, ['read'])).key)
  const writer = product.api((await issueKey(product, tenant.id, ['write'])).key)
  t.equal((await reader.get('/stages')).status, 200)
  t.match(await reader.post('/stages', { name: 'No' }), { status: 403, body: refused('forbidden') })
  t.match(await writer.get('/stages'), { status: 403, body: refused('forbidden') })
  t.equal((await writer.post('/stages', { name: 'Yes' })).status, 201)
})

test('concurrent edits leave positions without ties or gaps', async (t) => {
  const tenant = await openTenant(product)
  await Promise.all(
    Array.from({ length: 8 }, (_, i) => tenant.api.post('/stages', { name: `Stage ${i}` })),
  )
  const stages = await stagesOf(tenant)
  await Promise.all(
    stages.map(({ id }, i) => tenant.api.patch(`/stages/${id}`, { position: (i * 7) % 11 })),
  )
  const places = (await stagesOf(tenant)).map(({ position }) => position)
  t.same(places, [...places.keys()])
  t.equal(places.length, 11)
})

test('a read with the position of a write shows it, although the write has not waited', async (t) => {
  const { key, api } = await openTenant(product)
  const writer = await impatientClient(t, product, key)
  for (let n = 0; n < 10; n++) {
    // On a busy machine the read models may be as fast as the answer: then another one is added.
    const added = await eventually(async () => {
      const one = await writer.post<One>('/stages', { name: `Stage ${n}` })
      return one.headers['x-read-consistency'] === 'pending' && one
    })
    const position = String(added.headers['x-event-position'])
    const read = await api.call<Many>({
      method: 'GET',
      path: '/stages',
      headers: { 'x-min-event-position': position },
    })
    t.equal(read.body.data.at(-1)?.id, added.body.data.id)
  }
})
