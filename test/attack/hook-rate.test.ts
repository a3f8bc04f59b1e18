import { createHmac, randomUUID } from 'node:crypto'
import { t as file, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { addOfficial, openTenant, type Tenant, type TestConnection } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'
import { ana, graphPost, textMessage } from '../translation/graph-post.ts'

const FLOOD = 12
/** A POST with one message counts as eight events: four POSTs a second. */
const world = await startWorld({ settings: { HOOK_EVENTS_PER_SECOND: '32' } })
file.teardown(() => world.stop())

test('the hooks of an account beyond its rate are delayed or refused, those of others are not, and nothing is lost', async (t) => {
  const product = world.product()
  const flooded = await openTenant(product)
  const number = await addOfficial(product, flooded.id)
  /** @returns the status, and the Retry-After header */
  const post = async (connection: TestConnection, id: string) => {
    const { phone_number_id, app_secret, hook } = connection
    const metadata = { display_phone_number: connection.phone_number_digits, phone_number_id }
    const message = textMessage(id, id, { from: ana.wa_id })
    const payload = JSON.stringify(graphPost({ metadata, contacts: [ana], messages: [message] }))
    const signature = createHmac('sha256', app_secret).update(payload).digest('hex')
    const headers = {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${signature}`,
    }
    const answer = await product.commandApp.inject({ method: 'POST', url: hook, headers, payload })
    return { status: answer.statusCode, again: answer.headers['retry-after'] }
  }
  const told = Array.from({ length: FLOOD }, () => `wamid.${randomUUID()}`)
  t.equal((await post(world.connection, 'wamid.first')).status, 200, 'another account is active')
  const flood = Promise.all(told.map((id) => post(number, id)))
  t.equal((await post(world.connection, 'wamid.second')).status, 200)

  const answers = await flood
  const refused = answers.filter(({ status }) => status === 503)
  t.ok(refused.length > 0, 'more than two seconds ahead')
  t.ok(answers.length - refused.length >= 4, 'its share is accepted')
  for (const { again } of refused) t.equal(again, '5')
  for (const id of told) await eventually(async () => (await post(number, id)).status === 200)
  await eventually(async () => (await shown(flooded)).length === FLOOD)
  t.same((await shown(flooded)).sort(), told.sort())
  t.same((await shown(world.tenant)).sort(), ['wamid.first', 'wamid.second'])
})

test('the sale notices of an account beyond its rate are delayed or refused as well', async (t) => {
  const product = world.product()
  const [shop, other] = [await openTenant(product), await openTenant(product)]
  const post = async ({ id, sales_secret }: Tenant, external_id: string) => {
    const sale = {
      external_id,
      source: 'shop',
      provider: 'stripe',
      status: 'paid',
      currency: 'brl',
    }
    const of = { gross_cents: 100, occurred_at: '2026-01-06T06:00:00Z', phone: '5531987654321' }
    const payload = JSON.stringify({ ...sale, ...of })
    const at = Math.floor(Date.now() / 1000)
    const v1 = createHmac('sha256', sales_secret).update(`${at}.${payload}`).digest('hex')
    const headers = {
      'content-type': 'application/json',
      'x-service-signature': `t=${at},v1=${v1}`,
    }
    const url = `/hooks/sales/${id}`
    return (await product.commandApp.inject({ method: 'POST', url, headers, payload })).statusCode
  }
  t.equal(await post(other, 'first'), 200, 'another account is active')
  const flood = Array.from({ length: 2 * FLOOD }, () => post(shop, randomUUID()))
  t.equal(await post(other, 'second'), 200)
  const codes = await Promise.all(flood)
  t.ok(codes.includes(503), 'more than two seconds ahead')
  t.ok(codes.filter((code) => code === 200).length >= 4, 'its share is accepted')
})

async function shown({ api }: Tenant): Promise<string[]> {
  const { body } = await api.get<{ data: { provider_message_id: string }[] }>('/messages?limit=50')
  return body.data.map(({ provider_message_id }) => provider_message_id)
}
