import { randomUUID } from 'node:crypto'
import { t as file, test } from 'tap'
import { save, whoWrote } from '../kit/contacts.ts'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { startWorld } from '../kit/world.ts'

type Erasure = { contact_id: string; status: string; found: object }

const world = await startWorld()
file.teardown(() => world.stop())
const api = world.api()
const { operator } = world.product()

test('the operator erases a person of any account, and sees how far it is', async (t) => {
  const phone = '5531994880001'
  await metaSays(world, { messages: [textFrom({ phone }, { text: { body: 'Oi' } })] })
  const id = await whoWrote({ api }, phone)
  t.equal((await operator.get(`/contacts/${id}/erasure`)).status, 404, 'nobody has asked yet')
  const begun = await operator.delete(`/contacts/${id}`)
  t.match(begun, { status: 202, body: { data: { contact_id: id } } })
  const shown = () => operator.get<{ data: Erasure }>(`/contacts/${id}/erasure`)
  await eventually(async () => (await shown()).body.data.status === 'done')
  t.match((await shown()).body.data, { contact_id: id, found: { contact: 1, message: 1 } })
  t.match((await api.get(`/contacts/${id}/erasure`)).body, { data: { status: 'done' } })
  t.match((await api.get(`/contacts/${id}`)).body, { data: { phone: null, erased: true } })
  const again = await operator.delete(`/contacts/${id}`)
  t.match(again, { status: 202, body: { data: { status: 'done' } } }, 'twice is the same answer')
})

test('the operator names any of the contacts that a person has had', async (t) => {
  const older = (await save({ api }, { phone: '5531994880002' })).body.data.id
  const younger = (await save({ api }, { phone: '5531994880003' })).body.data.id
  await api.post(`/contacts/${older}/merge`, { other_id: younger })
  const begun = await operator.delete(`/contacts/${younger}`)
  t.match(begun, { status: 202, body: { data: { contact_id: older } } })
  const shown = await operator.get(`/contacts/${younger}/erasure`)
  t.match(shown, { status: 200, body: { data: { contact_id: older } } })
})

test('nobody erases whom nobody knows', async (t) => {
  t.equal((await operator.delete(`/contacts/${randomUUID()}`)).status, 404)
  t.equal((await operator.get(`/contacts/${randomUUID()}/erasure`)).status, 404)
})
