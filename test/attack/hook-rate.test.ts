import { randomUUID } from 'node:crypto'
import { t as file, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { textsPost } from '../kit/meta-post.ts'
import type { Product } from '../kit/product.ts'
import { postSale, saleNotice } from '../kit/sales.ts'
import { signedByMeta } from '../kit/signed.ts'
import { addOfficial, openTenant, type Tenant, type TestConnection } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

/** Ten seconds' worth: even a machine that stands still for seconds is ahead. */
const FLOOD = 40
const PHONE = '5531987654321'
/** Above what the floods of other tests bring. */
const QUOTA = 262_144
/** A POST with one message counts as eight events: four POSTs a second, while what follows the log is behind. */
const world = await startWorld({
  lag: () => 10_000,
  settings: { HOOK_EVENTS_PER_SECOND: '32', RAW_BYTES_PER_DAY: String(QUOTA) },
})
file.teardown(() => world.stop())

test('the hooks of an account beyond its rate are delayed or refused, those of others are not, and nothing is lost', async (t) => {
  const product = world.product()
  const flooded = await openTenant(product)
  const number = await addOfficial(product, flooded.id)
  /** @returns the status, and the Retry-After header */
  const post = async (connection: TestConnection, id: string) => {
    const post = textsPost(connection, PHONE, [id])
    const posted = { method: 'POST', url: connection.hook, ...post } as const
    const answer = await product.commandApp.inject(posted)
    return { status: answer.statusCode, again: answer.headers['retry-after'] }
  }
  const told = Array.from({ length: FLOOD }, () => `wamid.${randomUUID()}`)
  t.equal((await post(world.connection, 'wamid.first')).status, 200, 'another account is active')
  const flood = Promise.all(told.map((id) => post(number, id)))
  t.equal((await post(world.connection, 'wamid.second')).status, 200)

  const answers = await flood
  const refused = answers.filter(({ status }) => status === 503)
  t.ok(refused.length > 0, 'more than a second ahead')
  t.ok(answers.length - refused.length >= 4, 'its share is accepted')
  for (const { again } of refused) t.equal(again, '5')
  for (const id of told) await eventually(async () => (await post(number, id)).status === 200)
  await eventually(async () => (await shown(flooded)).length === FLOOD)
  t.same((await shown(flooded)).sort(), told.sort())
  await eventually(async () => (await shown(world.tenant)).length === 2)
  t.same((await shown(world.tenant)).sort(), ['wamid.first', 'wamid.second'])
})

test('a signature makes nothing free: changes of nobody, too many changes and bytes count as well', async (t) => {
  const product = world.product()
  const flooded = await openTenant(product)
  const number = await addOfficial(product, flooded.id, { app_secret: `own ${randomUUID()}` })
  const honest = async () => {
    const post = textsPost(world.connection, PHONE, [`wamid.${randomUUID()}`])
    return (
      await product.commandApp.inject({ method: 'POST', url: world.connection.hook, ...post })
    ).statusCode
  }
  const stranger = { field: 'messages', value: { metadata: { phone_number_id: 'nobody' } } }
  const changes = (count: number) => ({ entry: [{ changes: Array(count).fill(stranger) }] })
  const floods = [changes(64), changes(1_001), { entry: [], more: 'x'.repeat(300_000) }]
  for (const body of floods) {
    t.equal(await honest(), 200, 'another account is active')
    const post = signedByMeta(number.app_secret, JSON.stringify(body))
    const flood = Array.from({ length: 10 }, () =>
      product.commandApp.inject({ method: 'POST', url: number.hook, ...post }),
    )
    t.equal(await honest(), 200)
    const codes = (await Promise.all(flood)).map(({ statusCode }) => statusCode)
    t.ok(codes.filter((code) => code === 503).length >= 5, `${codes}`)
  }
})

test('the sale notices of an account beyond its rate are delayed or refused as well', async (t) => {
  const product = world.product()
  const [shop, other] = [await openTenant(product), await openTenant(product)]
  const post = async (shop: Tenant, external_id: string) =>
    (await postSale(product, shop, saleNotice({ external_id }))).status
  t.equal(await post(other, 'first'), 200, 'another account is active')
  const flood = Array.from({ length: 2 * FLOOD }, () => post(shop, randomUUID()))
  t.equal(await post(other, 'second'), 200)
  const codes = await Promise.all(flood)
  t.ok(codes.includes(503), 'more than a second ahead')
  t.ok(codes.filter((code) => code === 200).length >= 4, 'its share is accepted')
})

test('an account whose bytes have no end adds its quota to the log, and no other is refused for it', async (t) => {
  const product = world.product()
  const greedy = await openTenant(product)
  const number = await addOfficial(product, greedy.id)
  const before = (await shown(world.tenant)).length
  const inject = (payload: object) => {
    const signed = signedByMeta(number.app_secret, JSON.stringify(payload))
    return product.commandApp.inject({ method: 'POST', url: number.hook, ...signed })
  }
  const entries = (connection: TestConnection, text: string) =>
    JSON.parse(textsPost(connection, PHONE, [`wamid.${randomUUID()}`]).payload, (name, value) =>
      name === 'body' ? text : value,
    ).entry as object[]
  t.equal((await inject({ entry: entries(number, 'x'.repeat(QUOTA)) })).statusCode, 200)
  let honest = 0
  const both = () => [...entries(number, 'x'.repeat(2_000)), ...entries(world.connection, 'Oi')]
  const again = await eventually(async () => {
    const own = await inject({ entry: entries(world.connection, 'Oi') })
    t.equal(own.statusCode, 200)
    honest += 1
    const { statusCode, headers } = await inject({ entry: both() })
    t.equal(statusCode, 503)
    // Before that, its rate is what it exceeds.
    return headers['retry-after'] !== '5' && headers['retry-after']
  })
  t.ok(Number(again) <= 24 * 3_600, `it is told to come back in ${again} s`)
  honest += 1
  await eventually(async () => (await shown(world.tenant)).length === before + honest)
  await eventually(async () => (await shown(greedy)).length === 1)
  const bytes = await rawBytesOf(product, number.id)
  t.comment(`${bytes} bytes of it are in the log`)
  t.ok(bytes < 3 * QUOTA, 'one POST, as the body and as what it says')

  const { body: status } = await product.operator.get<{ data: { failing: object[] } }>('/status')
  t.match(status.data.failing, [
    { what: 'raw_quota', why: /have used up their quota of raw bytes/ },
  ])
  const { body: use } = await product.operator.get<{ data: { account_id: string | null }[] }>(
    '/raw-bytes',
  )
  t.match(
    use.data.find(({ account_id }) => account_id === greedy.id),
    { is_refused: true },
  )
  const told = await product.deps.metrics.registry.metrics()
  t.match(told, /^recado_raw_quota_near [1-9]/m)
  t.match(told, /^recado_raw_quota_refused_total [1-9]/m)
})

/** Bytes of an account's raw events in the log. */
async function rawBytesOf({ deps }: Product, connectionId: string): Promise<number> {
  let bytes = 0
  for await (const { stream, data } of deps.store.readAll({ from: 'start' }))
    if (stream.startsWith(`providerEvent-${connectionId}.`)) bytes += JSON.stringify(data).length
  return bytes
}

async function shown({ api }: Tenant): Promise<string[]> {
  const { body } = await api.get<{ data: { provider_message_id: string }[] }>('/messages?limit=50')
  return body.data.map(({ provider_message_id }) => provider_message_id)
}
