import { randomUUID } from 'node:crypto'
import { test } from 'tap'
import { signedIn } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { startWorld } from '../kit/world.ts'

const KB = 1024
type Message = { provider_message_id: string; type: string; text: string; content: object }
type Raw = { payload: { entry: { changes: { value: { messages: object[] } }[] }[] } }
type Page<T> = { data: T[]; pagination: { total: number } }

/** Shared contacts with a photo each, as a phone sends them. */
function people(bytes: number) {
  const photo = 'é"x'.repeat(4 * KB)
  const count = Math.ceil(bytes / Buffer.byteLength(JSON.stringify(photo)))
  return Array.from({ length: count }, (_, i) => ({
    name: { formatted_name: `Bia ${i}` },
    photo,
  }))
}

test('every message of Meta up to its limit of 3 MB is shown', async (t) => {
  const world = await startWorld()
  t.teardown(() => world.stop())
  const { customer, connection } = world
  const { url } = customer
  await world.api().put('/webhooks', { connection_id: connection.id, url })
  const phone = '5531987654321'
  const bsuid = `BR.${randomUUID()}`
  const sizes = [100, 520, 700, 850, 950, 1_500, 2_600]
  const sent = sizes.map((size) =>
    textFrom({ phone, bsuid }, { type: 'contacts', contacts: people(size * KB) }),
  )
  // Repeats each post as Meta does, so that the test does not depend on how busy the machine is.
  for (const message of sent)
    await eventually(async () => {
      await metaSays(world, { messages: [message] })
      return true
    })

  const listed = async () => (await world.api().get<Page<Message>>('/messages')).body
  await eventually(async () => (await listed()).pagination.total === sizes.length)
  const messages = (await listed()).data.toReversed()
  for (const [i, { text, type, content }] of messages.entries()) {
    t.equal(type, 'contacts')
    t.match(text, /Bia 0/)
    const size = sizes[i] ?? 0
    const isWhole = JSON.stringify(content).length > size * KB * 0.5
    if (size <= 700) t.ok(isWhole, `${size} KB: with its content`)
    else t.ok(isWhole || 'truncated' in content, `${size} KB: with its content, or the mark`)
  }
  const raw = (await world.api().get<Page<Raw>>('/webhook-events?limit=20')).body.data.toReversed()
  const kept = raw.map(({ payload }) => payload.entry[0]?.changes[0]?.value.messages[0])
  t.ok(JSON.stringify(kept) === JSON.stringify(sent), 'the raw events are complete')
  type Told = { payload_url?: string; entry: object[] }
  const told = (await world.api().get<{ data: Told[] }>('/events?events=messages&limit=20')).body
  const cut = told.data.flatMap(({ payload_url }) => payload_url ?? [])
  t.equal(cut.length, 3, 'events above 890 KiB say where they are read')
  for (const [i, path] of cut.entries()) {
    const url = path.replace('/api/v1', '')
    const { payload } = (await world.api().get<{ data: Raw }>(url)).body.data
    const [message] = payload.entry[0]?.changes[0]?.value.messages ?? []
    t.ok(JSON.stringify(message) === JSON.stringify(sent[i + sizes.length - 3]), `${url} is whole`)
  }
  type Detail = { id: number; payload: { payload_url?: string; truncated?: true } }
  const last = (await listed()).data[0] as unknown as Detail
  const shown = (await world.api().get<{ data: Detail }>(`/messages/${last.id}`)).body.data.payload
  t.match(shown, { truncated: true, payload_url: /^\/api\/v1\/webhook-events\/[\da-f-]{36}$/ })
  const whole = await world.api().get<{ data: Raw }>(`${shown.payload_url}`.replace('/api/v1', ''))
  t.ok(JSON.stringify(whole.body).includes(JSON.stringify(sent.at(-1))), 'and so is the message')
  t.equal((await world.api().get('/webhook-events/1')).status, 404)
  const page = await signedIn(world.product(), world.tenant.id, 'ana@loja.example', 'viewer')
  const heads = (await page.get<Page<{ size: number }>>('/raw-events?limit=20')).body.data
  for (const [i, { size }] of heads.toReversed().entries())
    t.ok(size > (sizes[i] ?? 0) * KB, `${size} bytes: everything is stored`)
  t.match((await world.product().operator.get('/parked')).body, { total: 0 })
  await eventually(() => customer.arrivals.length === sizes.length)
})
