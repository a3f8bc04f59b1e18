import { t as file, test } from 'tap'
import { deliveriesOf } from '../kit/deliveries.ts'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { startWorld } from '../kit/world.ts'

type Person = { id: string; name: string | null; phone: string | null }
type Item = { id: string | number; conversation_id: string; text: string; contact: Person | null }
type Page = { data: Item[]; pagination: { total: number } }

const world = await startWorld()
file.teardown(() => world.stop())
const api = world.api()
await api.put('/webhooks', { connection_id: world.connection.id, url: world.customer.url })

const phone = '5531987654321'
const bsuid = 'BR.PERSON'
const list = async (path: string) => (await api.get<Page>(path)).body
const one = async (path: string) => (await api.get<{ data: Item }>(path)).body.data
const named = (name: string) => [{ profile: { name }, wa_id: phone }]

/** Waits until the account has so many messages and a delivery of each. */
const arrived = (count: number) =>
  eventually(async () => {
    const { data, pagination } = await list('/messages?limit=200')
    const received = await list('/webhooks/deliveries?event=whatsapp.message.received')
    return pagination.total === count && received.pagination.total === count && data
  })

await metaSays(world, { contacts: named('Ana'), messages: [textFrom({ phone })] })
await arrived(1)

/** What each list and each single record says of the person. */
async function said(): Promise<(Person | null | undefined)[]> {
  const paths = [
    ...['/messages', '/messages?direction=inbound', '/messages?since=2020-01-01T00:00:00Z'],
    ...['/webhooks/deliveries', '/webhooks/deliveries?status=delivered'],
  ]
  const pages = await Promise.all(paths.map(list))
  const [message, , , delivery] = pages.map(({ data }) => data.at(-1))
  const { conversation_id } = message as Item
  const narrow = await Promise.all([
    list(`/messages?conversation_id=${conversation_id}`),
    list(`/webhooks/deliveries?conversation_id=${conversation_id}`),
  ])
  const details = [`/messages/${message?.id}`, `/webhooks/deliveries/${delivery?.id}`]
  const singles = await Promise.all(details.map(one))
  return [
    ...[...pages, ...narrow].map(({ data }) => data.at(-1)?.contact),
    ...singles.map((it) => it.contact),
  ]
}

test('messages and deliveries say with whom, under the name of now', async (t) => {
  await eventually(async () => (await deliveriesOf(api, 'status=delivered')).length === 1)
  const [first] = await said()
  const { id } = first as Person
  t.same(new Set((await said()).map((each) => JSON.stringify(each))).size, 1)
  t.same(first, { id, name: 'Ana', phone })
  await api.patch(`/contacts/${id}`, { name: 'Ana Reis, "a 1ª"' })
  for (const each of await said()) t.same(each, { id, name: 'Ana Reis, "a 1ª"', phone })
})

test('a long text on a long page has its person too, and a merge shows whom it made', async (t) => {
  await metaSays(world, {
    messages: [{ ...textFrom({ bsuid }), text: { body: 'ç'.repeat(4_000) } }],
  })
  const [nameless] = (await arrived(2)) as Item[]
  t.match(nameless, { text: /^ç{4000}$/, contact: { name: null, phone: null } })
  await metaSays(world, { messages: [textFrom({ phone, bsuid })] })
  await arrived(3)
  const rows = (await list('/messages?limit=200')).data
  t.same(
    rows.map(({ contact }) => [contact?.name, contact?.phone]),
    Array.from(rows, () => ['Ana Reis, "a 1ª"', phone]),
  )
})

test('what is about no person says null', async (t) => {
  await metaSays(world, {
    field: 'account_update',
    ...{ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } },
  })
  await eventually(async () => {
    const rows = (await list('/webhooks/deliveries')).data
    return rows.some(({ contact }) => contact === null)
  })
  t.equal((await list('/webhooks/deliveries')).data.filter(({ contact }) => contact).length, 3)
})
