import { createHmac } from 'node:crypto'
import { test } from 'tap'
import { auditedWhole } from '../kit/audited.ts'
import { startStore } from '../kit/event-store.ts'
import { eventually } from '../kit/eventually.ts'
import { APP_SECRET } from '../kit/product-servers.ts'
import { addOfficial } from '../kit/tenants.ts'
import { startWorld, type World } from '../kit/world.ts'
import { metaSamples } from '../samples/meta-samples.ts'

type Page<T> = { data: T[]; pagination: { total: number } }

test('an untouched log has no differences, whatever a provider sent', async (t) => {
  const store = await startStore('audit')
  t.teardown(() => store.stop())
  const world = await startWorld({
    behaviour: { statuses: [] },
    settings: { EVENTSTORE_URL: store.url },
  })
  t.teardown(() => world.stop())
  const product = world.product()
  await addOfficial(product, world.tenant.id, {
    phone_number_digits: '972123456789',
    phone_number_id: '1122334455667',
    waba_id: '5467539754836534',
  })
  await addOfficial(product, world.tenant.id, {
    phone_number_digits: '15550783881',
    phone_number_id: '106540352242922',
    waba_id: '102290129340398',
  })
  const bodies = metaSamples().map(({ body }, n) => withId(body, `wamid.${n}`))
  const messages = bodies.filter((body) => body.includes('"messages":['))
  for (const body of [...bodies, ...bodies.toReversed()]) t.equal(await post(world, body), 200)
  await eventually(async () => {
    const { body } = await world.api().get<Page<object>>('/messages?direction=inbound')
    return body.pagination.total === messages.length
  })
  const audit = await auditedWhole(product.config)
  t.strictSame(audit.findings, [])
  t.match(audit.summary, /^\d+ events, 0 differences, 0 unprovable$/)
  t.equal(audit.code, 0)
})

/** Each message has an id of its own. */
function withId(body: object, id: string): string {
  const post = JSON.parse(JSON.stringify(body))
  for (const message of post.entry[0].changes[0].value.messages ?? []) message.id = id
  return JSON.stringify(post)
}

async function post(world: World, body: string): Promise<number> {
  const signature = createHmac('sha256', APP_SECRET).update(body).digest('hex')
  const answer = await world.product().commandApp.inject({
    method: 'POST',
    url: '/hooks/whatsapp',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    payload: body,
  })
  return answer.statusCode
}
