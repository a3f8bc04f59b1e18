import { t as file, test } from 'tap'
import { listed, type One, type Shown, save } from '../kit/contacts.ts'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { startWorld } from '../kit/world.ts'

const world = await startWorld()
file.teardown(() => world.stop())
const api = world.api()
const tenant = { api }
let people = 0

type Restrictable = Shown & { restricted: boolean }
const restrict = (id: string, restricted: unknown) =>
  api.patch<{ data: Restrictable }>(`/contacts/${id}`, { restricted })
const get = async (id: string) =>
  (await api.get<{ data: Restrictable }>(`/contacts/${id}`)).body.data
const refused = { status: 422, body: { error: { code: 'validation', message: /restricted/ } } }

/** A contact that has written, with its conversation. */
async function writer() {
  people += 1
  const phone = `55319${String(95_660_000 + people)}`
  await metaSays(world, { messages: [textFrom({ phone })] })
  const id = await eventually(async () => (await listed(tenant, `phone=${phone}`)).ids[0])
  const conversation_id = await eventually(async () => {
    const { body } = await api.get<{ data: { id: string }[] }>(`/conversations?contact_id=${id}`)
    return body.data[0]?.id
  })
  return { id, phone, conversation_id }
}

test('nothing is sent to a restricted contact, whatever names it', async (t) => {
  const { id, phone, conversation_id } = await writer()
  const { total } = await listed(tenant, '')
  t.equal((await get(id)).restricted, false)
  t.match(await restrict(id, true), { status: 200, body: { data: { id, restricted: true } } })
  const to = { connection_id: world.connection.id, type: 'text', text: 'Oi' }
  t.match(await api.post('/messages', { ...to, recipient: { phone } }), refused)
  t.match(await api.post('/messages', { ...to, recipient: { contact_id: id } }), refused)
  t.match(await api.post('/messages', { conversation_id, type: 'text', text: 'Oi' }), refused)
  t.match(await get(id), { restricted: true })
  t.equal((await listed(tenant, '')).total, total, 'no total changes')
  const { body } = await api.get<{ data: Restrictable[] }>(`/contacts?phone=${phone}`)
  t.match(body.data, [{ id, restricted: true }], 'lists mark it')

  t.match(await restrict(id, false), { status: 200, body: { data: { restricted: false } } })
  t.equal((await api.post('/messages', { ...to, recipient: { phone } })).status, 202)
})

test('the answer to an accepted send stays the same', async (t) => {
  const { id, phone } = await writer()
  const body = { connection_id: world.connection.id, recipient: { phone }, text: 'Oi' }
  const call = {
    method: 'POST',
    path: '/messages',
    body,
    headers: { 'idempotency-key': id },
  } as const
  const first = await api.call<{ data: object }>(call)
  await restrict(id, true)
  const again = await api.call<{ data: object }>(call)
  t.equal(again.status, 202)
  t.strictSame(again.body.data, first.body.data)
})

test('a restriction holds for the whole person after a merge', async (t) => {
  const older = await writer()
  const younger = await writer()
  await restrict(younger.id, true)
  type Planned = { changes: { restricted: boolean } }
  const merge = { other_id: younger.id }
  const planned = await api.post<Planned>(`/contacts/${older.id}/merge`, {
    ...merge,
    dry_run: true,
  })
  t.equal(planned.body.changes.restricted, true)
  t.equal((await api.post(`/contacts/${older.id}/merge`, merge)).status, 200)
  t.equal((await get(younger.id)).restricted, true)
  const body = { connection_id: world.connection.id, recipient: { phone: older.phone }, text: 'Oi' }
  t.match(await api.post('/messages', body), refused)
})

test('a contact can be restricted when it is created, and only by true or false', async (t) => {
  const made = await save(tenant, { phone: '5531995669999', restricted: true })
  t.match(made, { status: 201, body: { data: { restricted: true } as Partial<One['data']> } })
  for (const wrong of ['yes', null, 1])
    t.match(await restrict(made.body.data.id, wrong), {
      status: 422,
      body: { error: { code: 'validation', message: /restricted/ } },
    })
})
