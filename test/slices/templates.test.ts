import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { openPool } from '@recado/infra/postgres/pool'
import { t as file, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { addOfficial, issueKey, openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Template = { id: string; name: string; status: string; updated_at: string }
type Page = { data: Template[]; pagination: { total: number; next_offset: number | null } }

const world = await startWorld()
file.teardown(() => world.stop())
const { connection } = world
const refused = (code: string) => ({ error: { code, message: /.{9}/ } })

const listed = async (query = '') => (await world.api().get<Page>(`/templates${query}`)).body
const namesOf = ({ data }: Page) => data.map(({ name }) => name)

function template(name: string, more: object = {}) {
  return {
    id: `8${name.length}${name.charCodeAt(0)}`,
    name,
    language: 'pt_BR',
    status: 'APPROVED',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [{ type: 'BODY', text: 'Olá {{1}}' }],
    ...more,
  }
}

/** Sets the templates of the business account; the provider reports the change on `field`. */
async function provides(templates: object[], field = 'message_template_status_update') {
  await world.sim('PUT', `/templates/${connection.waba_id}`, templates)
  await news(field)
}

async function news(field: string): Promise<void> {
  const value = { event: 'APPROVED', message_template_id: 1, at: ++count }
  const entry = [{ id: connection.waba_id, time: 1767225600, changes: [{ field, value }] }]
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry })
  const status = await world.postHook(body)
  if (status !== 200) throw new Error(`the hook answered ${status}`)
}
let count = 0

test('the templates of a new connection are listed by themselves', async (t) => {
  const page = await eventually(async () => {
    const found = await listed()
    return found.pagination.total === 3 && found
  })
  const ready = page.data.find(({ name }) => name === 'order_ready')
  t.same(ready, {
    id: ready?.id,
    name: 'order_ready',
    meta_template_name: 'order_ready',
    category: 'UTILITY',
    language: 'pt_BR',
    status: 'approved',
    provider_status: 'APPROVED',
    variables: ['body.1', 'body.2'],
    updated_at: ready?.updated_at,
  })
  t.match(ready?.updated_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('the list filters by status and pages', async (t) => {
  t.same(namesOf(await listed('?status=pending')), ['spring_sale'])
  t.same(namesOf(await listed('?status=draft')), [])
  t.equal((await listed('?status=approved')).pagination.total, 2)
  const first = await listed('?limit=2')
  t.equal(first.pagination.next_offset, 2)
  const second = await listed('?limit=2&offset=2')
  t.same([...namesOf(first), ...namesOf(second)], namesOf(await listed()))
  for (const query of ['?status=sent', '?limit=0', '?offset=x'])
    t.match(await world.api().get(`/templates${query}`), {
      status: 400,
      body: refused('query_error'),
    })
})

test('a post of the provider updates the list, and changed templates move to the top', async (t) => {
  await provides([template('a'), template('b'), template('c')])
  await eventually(async () => {
    const names = namesOf(await listed())
    return names.length === 3 && names.includes('c')
  })
  const id = (await listed()).data.find(({ name }) => name === 'a')?.id
  await provides([template('a', { status: 'PAUSED' }), template('b'), template('c')])
  const paused = await eventually(async () => {
    const [first] = (await listed()).data
    return first?.status === 'pending' && first
  })
  t.match(paused, { id, name: 'a', status: 'pending', provider_status: 'PAUSED' })
  await provides(
    [template('a', { status: 'PAUSED' }), template('b', { category: 'MARKETING' }), template('c')],
    'template_category_update',
  )
  await eventually(async () => (await listed()).data[0]?.name === 'b')
  t.match((await listed()).data[0], { category: 'MARKETING', status: 'approved' })
})

test('a template leaves the list when it is deleted, and returns with the same id', async (t) => {
  await provides([template('d'), template('e'), template('f')])
  await eventually(async () => namesOf(await listed()).includes('f'))
  const before = (await listed()).data.find(({ name }) => name === 'e')
  await provides([template('d', { status: 'PENDING_DELETION' }), template('f')])
  await eventually(async () => (await listed()).pagination.total === 1)
  t.same(namesOf(await listed()), ['f'])
  await provides([template('e'), template('f')])
  await eventually(async () => namesOf(await listed()).includes('e'))
  t.equal((await listed()).data[0]?.id, before?.id)
})

test('a list that cannot be read completely removes nothing', async (t) => {
  const many = Array.from({ length: 150 }, (_, n) => template(`many_${n}`, { id: `9${n}` }))
  await provides(many)
  await eventually(async () => (await listed()).pagination.total === 150)
  await world.sim('PUT', `/templates/${connection.waba_id}`, many.slice(20))
  await world.sim('POST', '/faults', { kind: 'http', status: 500, call: 'after=', count: 1_000 })
  await news('message_template_status_update')
  await eventually(async () => {
    const [fault] = await world.sim<{ count: number }[]>('GET', '/faults')
    return fault !== undefined && fault.count < 1_000
  })
  t.equal((await listed()).pagination.total, 150)
  await world.sim('DELETE', '/faults')
  await news('message_template_quality_update')
  await eventually(async () => (await listed()).pagination.total === 130)
  t.equal((await listed('?limit=200')).data.length, 130)
})

test('a listed template that cannot be read keeps its last known state', async (t) => {
  await provides([template('k'), template('l'), template('m')])
  await eventually(async () => namesOf(await listed()).join() === 'm,l,k')
  const kept = (await listed()).data.find(({ name }) => name === 'l')
  const unread = template('l', { id: 'no id', status: 'PAUSED' })
  await provides([unread, template('m')])
  await eventually(async () => !namesOf(await listed()).includes('k'))
  // A later list shows that the earlier one has been applied to its end.
  await provides([unread, template('m', { category: 'MARKETING' })])
  await eventually(async () => (await listed()).data[0]?.name === 'm')
  t.same(
    (await listed()).data.find(({ name }) => name === 'l'),
    kept,
  )
})

test('unchanged templates are not written again, even after the read models were lost', async (t) => {
  await provides([template('g')])
  const only = await eventually(async () => {
    const { data } = await listed()
    return data.length === 1 && data[0]?.name === 'g' && data[0]
  })
  const listings = async () =>
    (await world.sim<{ url: string }[]>('GET', '/requests')).filter(({ url }) =>
      url.includes('/message_templates'),
    ).length
  const asked = await listings()
  await world.restart(async ({ DATABASE_URL }) => {
    const pool = openPool(DATABASE_URL, { max: 1 })
    await pool.query(`drop schema ${READ_SCHEMA} cascade`)
    await pool.end()
  })
  await eventually(async () => (await listings()) > asked)
  await news('message_template_status_update')
  await provides([template('g'), template('h')])
  await eventually(async () => namesOf(await listed()).includes('h'))
  t.same((await listed()).data[1], only)
  const { store } = world.product().deps
  t.equal((await store.readLast(`template-${only.id}`))?.revision, 0n)
})

test('a business account in two accounts is listed in each, with different ids', async (t) => {
  const other = await openTenant(world.product(), 'basic')
  const { waba_id, token } = connection
  await addOfficial(world.product(), other.id, { waba_id, token })
  const theirs = await eventually(async () => {
    const { body } = await other.api.get<Page>('/templates')
    return body.data.length === (await listed()).data.length && body.data
  })
  t.same(theirs.map(({ name }) => name).sort(), namesOf(await listed()).sort())
  const mine = new Set((await listed()).data.map(({ id }) => id))
  t.notOk(theirs.some(({ id }) => mine.has(id)))
})

test('templates need the read scope and a key', async (t) => {
  const product = world.product()
  const writer = product.api((await issueKey(product, world.tenant.id, ['write'])).key)
  t.match(await writer.get('/templates'), { status: 403, body: refused('forbidden') })
  t.match(await product.api(null).get('/templates'), {
    status: 401,
    body: refused('unauthorized'),
  })
})
