import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { openPool } from '@recado/infra/postgres/pool'
import { t as file, test } from 'tap'
import { auditedWhole } from '../kit/audited.ts'
import { listed } from '../kit/contacts.ts'
import { daysLater } from '../kit/days-later.ts'
import { erased } from '../kit/erased.ts'
import { eventually } from '../kit/eventually.ts'
import { leftOf } from '../kit/left-of.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { startWorld } from '../kit/world.ts'
import { everything } from './rebuilt.ts'

const PHONE = '5531994270001'
const SAID = ['Jabuticaba', 'Pitanga', 'Graviola', 'Cambuci']
const KEY = { 'Idempotency-Key': 'fruit-0001' }

const world = await startWorld({ emptyServers: true })
file.teardown(() => world.stop())
const api = () => world.api()

type Json = Record<string, unknown>
type Page = { data: Json[]; pagination: { total: number } }
const pageOf = async (path: string) => (await api().get<Page>(path)).body
const total = async (path: string) => (await pageOf(path)).pagination.total

const image = { id: 'file-1', mime_type: 'image/png', caption: SAID[1], filename: 'Pitanga.png' }
const file1 = { type: 'image', image }
const by = { phone: PHONE, bsuid: 'BR.1' }
await api().put('/webhooks', { connection_id: world.connection.id, url: world.customer.url })
await metaSays(world, {
  contacts: [{ wa_id: PHONE, profile: { name: 'Ana Reis' } }],
  messages: [textFrom(by, { text: { body: SAID[0] } }), textFrom(by, file1)],
})
const contact = await eventually(
  async () => (await listed({ api: api() }, `phone=${PHONE}`)).ids[0],
)
const [talk] = await eventually(async () => {
  const { data } = await pageOf(`/conversations?contact_id=${contact}`)
  return data.length === 1 && data
})
const conversation_id = String(Object(talk).id)
const send = { conversation_id, text: SAID[2] }
const sending = (body = send) =>
  api().call<Json>({ method: 'POST', path: '/messages', body, headers: KEY })
const answered = await sending()
await eventually(async () => (await total('/messages?status=read')) === 1)
await eventually(async () => {
  const [all, done] = [
    await total('/webhooks/deliveries'),
    await total('/webhooks/deliveries?status=delivered'),
  ]
  return all > 0 && all === done
})
await api().patch(`/conversations/${conversation_id}`, { internal_note: 'Prefere frutas' })

test('what was said is gone, and the person is known', async (t) => {
  const before = await pageOf('/messages')
  await daysLater(world.product(), 10)
  const { data, pagination } = await pageOf('/messages')
  t.equal(pagination.total, before.pagination.total)
  for (const [n, row] of data.entries()) {
    t.match(row, { text: '', content: null, expired: true })
    const was = { ...before.data[n], text: '', content: null, expired: true }
    t.strictSame(row, was, 'and nothing else has changed')
  }
  t.match(await api().get(`/messages/${data[0]?.id}`), { body: { data: { payload: null } } })
  const [shown] = (await pageOf(`/conversations?contact_id=${contact}`)).data
  t.match(shown, { last_message_text: null, contacts: { name: 'Ana Reis' } })
  const found = await api().get<{ data: Json[] }>('/find?q=Jabuticaba')
  t.notMatch(found.body, { data: [{ kind: 'message' }] })
  t.equal((await listed({ api: api() }, `phone=${PHONE}`)).ids[0], contact)
  const copy = await api().get(`/contacts/${contact}/export`)
  t.equal(copy.status, 200)
  t.match(JSON.stringify(copy.body), /Ana Reis/)
  for (const row of data) {
    const trace = await api().get(`/trace/messages/${row.message_id}`)
    t.equal(trace.status, 200)
    t.notMatch(JSON.stringify([copy.body, trace.body]), new RegExp(SAID.join('|')))
  }
  t.same(await leftOf(world.product().config, SAID), [], 'neither the log nor a table has it')
})

test('a repeated request gets its first answer, and nothing is sent again', async (t) => {
  const sent = (await world.sim<unknown[]>('GET', '/messages')).length
  const again = await sending()
  t.equal(again.status, answered.status)
  t.same(again.body.data, answered.body.data)
  t.equal((await world.sim<unknown[]>('GET', '/messages')).length, sent)
  const refused = await sending({ ...send, text: 'Other' })
  t.equal(refused.status, 422, 'another body is still another request')
})

test('an audit accuses nobody', async (t) => {
  const { code, findings } = await auditedWhole(world.product().config)
  t.equal(code, 0)
  t.same(
    findings.filter(({ verdict }) => verdict === 'difference'),
    [],
  )
  t.ok(findings.some(({ what }) => what === 'expired'))
})

test('a rebuild gives the same rows', async (t) => {
  const rows = await everything(world)
  await world.restart(async ({ DATABASE_URL }) => {
    const pool = openPool(DATABASE_URL, { max: 1 })
    await pool.query(`drop schema ${READ_SCHEMA} cascade; drop schema control cascade`)
    await pool.end()
  })
  await eventually(async () => (await total('/messages')) === 3)
  t.strictSame(await everything(world), rows)
})

test('the person can still be erased', async (t) => {
  await erased(api(), contact)
  t.same(await leftOf(world.product().config, [PHONE, 'Ana Reis', 'BR.1', 'Prefere frutas']), [])
  const { data } = await pageOf('/messages')
  t.equal(data.length, 3)
  for (const row of data) t.match(row, { erased: true, text: '' })
})
