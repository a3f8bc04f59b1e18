import { randomUUID } from 'node:crypto'
import { test } from 'tap'
import { sharedProduct } from '../kit/shared-product.ts'
import {
  addFreemium,
  addOfficial,
  issueKey,
  openTenant,
  setConnectionStatus,
} from '../kit/tenants.ts'

type Page = {
  data: { id: string; status: string }[]
  pagination: { limit: number; offset: number; total: number; next_offset: number | null }
}

const product = await sharedProduct()

test('an official connection shows its number and its full capabilities', async (t) => {
  const tenant = await openTenant(product)
  const { id, phone_number_digits } = await addOfficial(product, tenant.id)
  const { status, body } = await tenant.api.get(`/connections/${id}`)
  t.equal(status, 200)
  t.same(body, {
    data: {
      id,
      name: null,
      history: null,
      type: 'official',
      status: 'connected',
      phone_number: `+${phone_number_digits}`,
      phone_number_digits,
      capabilities: {
        provider: 'official_cloud_api',
        message_types: [
          'text',
          'template',
          'image',
          'video',
          'audio',
          'document',
          'sticker',
          'location',
          'contacts',
          'interactive',
          'reaction',
        ],
        actions: [
          'send',
          'mark_read',
          'media_upload',
          'media_get',
          'media_download',
          'media_delete',
        ],
      },
    },
  })
})

test('a freemium connection is pending until it is paired, and can send text only', async (t) => {
  const tenant = await openTenant(product, 'basic')
  const session = `conn_${randomUUID()}`
  const registered = await product.operator.post<{ data: { id: string } }>(
    `/accounts/${tenant.id}/connections`,
    { type: 'freemium', session },
  )
  t.equal(registered.status, 201)
  const { id } = registered.body.data
  t.same((await tenant.api.get(`/connections/${id}`)).body, {
    data: {
      id,
      name: session,
      history: null,
      type: 'freemium',
      status: 'pending',
      phone_number: null,
      phone_number_digits: null,
      capabilities: { provider: 'freemium', message_types: ['text'], actions: ['send'] },
    },
  })
})

test('connections are listed in order of registration, page by page', async (t) => {
  const tenant = await openTenant(product)
  const ids = [
    (await addOfficial(product, tenant.id)).id,
    (await addFreemium(product, tenant.id)).id,
    (await addOfficial(product, tenant.id)).id,
  ]
  const all = await tenant.api.get<Page>('/connections')
  t.same(
    all.body.data.map(({ id }) => id),
    ids,
  )
  t.same(all.body.pagination, { limit: 50, offset: 0, total: 3, next_offset: null })
  const first = await tenant.api.get<Page>('/connections?limit=2')
  t.equal(first.body.pagination.next_offset, 2)
  const second = await tenant.api.get<Page>('/connections?limit=2&offset=2')
  t.same(
    [...first.body.data, ...second.body.data].map(({ id }) => id),
    ids,
  )
  t.same((await tenant.api.get<Page>('/connections?offset=9')).body.data, [])
})

test('a limit above 200 is applied as 200, and a limit that is no positive integer is a query error', async (t) => {
  const { api } = await openTenant(product)
  t.equal((await api.get<Page>('/connections?limit=1000')).body.pagination.limit, 200)
  for (const query of ['limit=0', 'limit=-1', 'limit=x', 'offset=-1', 'offset=1.5']) {
    const answer = await api.get(`/connections?${query}`)
    t.match(answer, { status: 400, body: { error: { code: 'query_error' } } }, query)
  }
})

test('a changed status is shown', async (t) => {
  const tenant = await openTenant(product)
  const { id } = await addOfficial(product, tenant.id)
  await setConnectionStatus(product, tenant.id, id, 'error')
  const { body } = await tenant.api.get<{ data: { status: string } }>(`/connections/${id}`)
  t.equal(body.data.status, 'error')
})

test('an account sees only its own connections', async (t) => {
  const [mine, theirs] = [await openTenant(product), await openTenant(product)]
  const { id } = await addOfficial(product, theirs.id)
  t.same((await mine.api.get<Page>('/connections')).body.data, [])
  const notFound = { status: 404, body: { error: { code: 'not_found' } } }
  t.match(await mine.api.get(`/connections/${id}`), notFound)
  t.match(await mine.api.get(`/connections/${randomUUID()}`), notFound)
  t.match(await mine.api.get('/connections/5511'), notFound)
})

test('the API shows no credentials of a connection', async (t) => {
  const tenant = await openTenant(product)
  const { id, token, app_secret } = await addOfficial(product, tenant.id)
  const shown = JSON.stringify([
    (await tenant.api.get(`/connections/${id}`)).body,
    (await tenant.api.get('/connections')).body,
  ])
  t.notOk(shown.includes(token) || shown.includes(app_secret) || shown.includes('secret_ref'))
})

test('connections need the read scope', async (t) => {
  const tenant = await openTenant(product)
  const writer = product.api((await issueKey(product, tenant.id, ['write'])).key)
  t.match(await writer.get('/connections'), { status: 403, body: { error: { code: 'forbidden' } } })
})
