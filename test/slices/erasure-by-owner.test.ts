import { t as file, test } from 'tap'
import { whoWrote } from '../kit/contacts.ts'
import { browser, PASSWORD, signedIn } from '../kit/dashboard.ts'
import { deliveriesOf } from '../kit/deliveries.ts'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Erasure = { data: { contact_id: string; status: string } }

const world = await startWorld()
file.teardown(() => world.stop())
const { tenant } = world
const product = world.product()
const api = world.api()
const owner = await signedIn(product, tenant.id, 'dona@loja.example')

async function writes(phone: string): Promise<string> {
  await metaSays(world, { messages: [textFrom({ phone }, { text: { body: 'Oi' } })] })
  return whoWrote({ api }, phone)
}
const isErased = async (id: string) =>
  (await api.get<{ data: { erased?: true } }>(`/contacts/${id}`)).body.data.erased === true

test('an owner erases a person with the password, and nobody else of the account does', async (t) => {
  const id = await writes('5531994660001')
  const path = `/contacts/${id}/erase`
  const developer = await signedIn(product, tenant.id, 'dev@loja.example', 'developer')
  for (const [page, password, status] of [
    [owner, 'not the right password', 403],
    [owner, '', 422],
    [developer, PASSWORD, 403],
    [browser(product), PASSWORD, 401],
  ] as const)
    t.equal((await page.post(path, { password })).status, status)
  for (const page of [owner, developer])
    t.equal((await page.call({ method: 'DELETE', path: `/contacts/${id}` })).status, 404)
  t.notOk(await isErased(id), 'a session alone erases nobody')
  const begun = await owner.post<Erasure>(path, { password: PASSWORD })
  t.match(begun, { status: 202, body: { data: { contact_id: id } } })
  await eventually(async () => {
    const { body } = await developer.get<Erasure>(`/contacts/${id}/erasure`)
    return body.data.status === 'done'
  })
  t.ok(await isErased(id))
  t.equal((await owner.post(path, { password: PASSWORD })).status, 202, 'twice is the same')
})

test('an owner erases nobody of another account', async (t) => {
  const id = await writes('5531994660002')
  const stranger = await openTenant(product)
  const other = await signedIn(product, stranger.id, 'outra@loja.example')
  t.equal((await other.post(`/contacts/${id}/erase`, { password: PASSWORD })).status, 404)
  t.notOk(await isErased(id))
})

test('lists of messages and deliveries say whose person was erased', async (t) => {
  await api.put('/webhooks', { connection_id: world.connection.id, url: world.customer.url })
  const id = await writes('5531994660003')
  await eventually(async () => (await deliveriesOf(api)).length === 1)
  await owner.post(`/contacts/${id}/erase`, { password: PASSWORD })
  await eventually(() => isErased(id))
  for (const path of ['/messages', '/webhooks/deliveries']) {
    type Row = { contact: { id: string; erased?: true } | null }
    const { data } = (await owner.get<{ data: Row[] }>(path)).body
    t.match(
      data.find(({ contact }) => contact?.id === id),
      { contact: { id, name: null, phone: null, erased: true } },
      path,
    )
  }
})
