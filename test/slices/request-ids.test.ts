import { randomUUID } from 'node:crypto'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { test } from 'tap'
import { signedIn } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { postSale, saleNotice } from '../kit/sales.ts'
import { signedByShop } from '../kit/signed.ts'
import { openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

/** What a client may choose: it names a person. */
const CHOSEN = 'order-of-5531994140001'
type Hits = { data: { kind: string; id: string }[] }
type Steps = { data: { steps: { kind: string; request_id?: string }[] } }

test('a request id that a client chose is not in the log, and finds what the request did', async (t) => {
  const world = await startWorld()
  t.teardown(() => world.stop())
  const product = world.product()
  const page = await signedIn(product, world.tenant.id, `${randomUUID()}@loja.example`, 'owner')
  const other = await openTenant(product)
  const stranger = await signedIn(product, other.id, `${randomUUID()}@loja.example`, 'owner')
  const found = async (by: typeof page, q: string) =>
    (await by.get<Hits>(`/find?q=${q}`)).body.data.filter(({ kind }) => kind === 'message')
  const send = async (id: string) => {
    const answer = await world.api().call({
      ...{ method: 'POST', path: '/messages', headers: { 'x-request-id': id } },
      body: {
        ...{ connection_id: world.connection.id, recipient: { phone: '5531994140002' } },
        text: 'Oi',
      },
    })
    t.equal(answer.status, 202)
    t.equal(answer.headers['x-request-id'], id, 'the answer has the id as the client gave it')
    return eventually(async () => (await found(page, id))[0]?.id)
  }

  const message = await send(CHOSEN)
  t.same(await found(stranger, CHOSEN), [])

  const { body } = await page.get<Steps>(`/trace/messages/${message}`)
  const stored = body.data.steps.find(({ kind }) => kind === 'request')?.request_id ?? ''
  t.match(await found(page, stored), [{ id: message }], 'as its trace shows it, it finds it too')

  const uuid = randomUUID()
  const another = await send(uuid)
  t.match(await found(page, uuid.toUpperCase()), [{ id: another }], 'a uuid is stored as it is')

  const notice = JSON.stringify(saleNotice({ phone: '5531994140003' }))
  const shop = signedByShop(world.tenant.sales_secret, notice)
  const headers = { ...shop.headers, 'x-request-id': CHOSEN }
  const sold = await postSale(product, world.tenant, notice, { ...shop, headers })
  t.match(sold, { status: 200, headers: { 'x-request-id': CHOSEN } })

  const { store } = connectEventStore(product.config.EVENTSTORE_URL)
  t.teardown(() => store.close())
  const chains = new Set<string>()
  for await (const { type, data, metadata } of store.readAll({ from: 'start' })) {
    t.notMatch(JSON.stringify({ data, metadata }), CHOSEN, type)
    if (metadata.request_id !== null) chains.add(metadata.$correlationId)
  }
  t.ok(chains.has(stored))
  t.ok(chains.has(uuid))
})
