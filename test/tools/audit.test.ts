import { test } from 'tap'
import { alterLog } from '../kit/altered-log.ts'
import { audited, auditedWhole } from '../kit/audited.ts'
import { postBareHook } from '../kit/bare-hook.ts'
import { startStore } from '../kit/event-store.ts'
import { eventually } from '../kit/eventually.ts'
import { textFrom } from '../kit/meta-says.ts'
import { APP_SECRET } from '../kit/product-servers.ts'
import { addOfficial } from '../kit/tenants.ts'
import { startWahaWorld } from '../kit/waha-world.ts'
import { startWorld, type World } from '../kit/world.ts'
import { metaSamples } from '../samples/meta-samples.ts'

type Page<T> = { data: T[]; pagination: { total: number } }

test('an unchanged log has no differences, whatever a provider sent', async (t) => {
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
  for (const body of [...bodies, ...bodies.toReversed()])
    t.equal(await postBareHook(world, APP_SECRET, body), 200)
  await eventually(async () => {
    const { body } = await world.api().get<Page<object>>('/messages?direction=inbound')
    return body.pagination.total === messages.length
  })
  const audit = await auditedWhole(product.config)
  t.strictSame(audit.findings, [])
  t.match(audit.summary, /^\d+ events, 0 differences, 0 unprovable$/)
  t.equal(audit.code, 0)
})

test('gateway events are proved too, except for redacted bodies', async (t) => {
  const world = await startWahaWorld()
  t.teardown(() => world.stop())
  const id = await world.register('conn_a')
  await world.shows(id, 'connected')
  const said = { session: 'conn_a', text: 'Oi' }
  await world.sim('POST', '/users/5531987654321/messages', said)
  await world.sim('POST', '/users/5531955554444/messages', { ...said, hide_phone: true })
  await world.sim('POST', '/sessions/conn_a/messages', { to: '5531987654321', text: 'Já vou' })
  await eventually(async () => {
    const { body } = await world.api.get<Page<object>>('/messages')
    return body.pagination.total === 3
  })
  const audit = await auditedWhole(world.product.config)
  t.match(audit.findings, [{ verdict: 'unprovable', what: 'body_redacted', connection_id: id }])
  t.match(audit.summary, /^\d+ events, 0 differences, 1 unprovable$/)
  t.equal(audit.code, 0)
})

test('bytes stored beside their raw events are proved, and missed when removed', async (t) => {
  const store = await startStore('beside')
  t.teardown(() => store.stop())
  const settings = { EVENTSTORE_URL: store.url }
  const world = await startWorld({ behaviour: { statuses: [] }, settings })
  t.teardown(() => world.stop())
  for (const word of ['one', 'two']) t.equal(await world.postHook(twoChanges(world, word)), 200)
  await eventually(async () => {
    const { body } = await world.api().get<Page<object>>('/messages')
    return body.pagination.total === 4
  })
  const { summary } = await auditedWhole(world.product().config)
  t.equal(summary, '4 events, 0 differences, 0 unprovable')
  await world.restart(async (config) => {
    await alterLog(store, config, async (tables) => {
      const [one, two] = await tables.ofType('ProviderPostReceived')
      if (one === undefined || two === undefined) throw new Error('no bytes stand beside')
      const body = String(one.data.body).replace('Text one', 'Text ono')
      await tables.change(one, { data: { ...one.data, body } })
      await tables.remove(two)
    })
    const { findings } = await audited(config)
    t.match(
      findings.map(({ what }) => what),
      ['bytes_changed', 'bytes_changed', 'bytes_missing', 'bytes_missing'],
    )
  })
})

/** A POST with two messages, each a change of its own, so that no raw event contains the bytes. */
function twoChanges({ connection }: World, word: string): string {
  const { phone_number_id, phone_number_digits, waba_id } = connection
  const metadata = { display_phone_number: phone_number_digits, phone_number_id }
  const changes = ['a', 'b'].map((name) => ({
    field: 'messages',
    value: {
      messaging_product: 'whatsapp',
      metadata,
      messages: [textFrom({ phone: '5531987654321' }, { text: { body: `Text ${word} ${name}` } })],
    },
  }))
  return JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: waba_id, changes }] })
}

/** The body with the given message id. */
function withId(body: object, id: string): string {
  const post = JSON.parse(JSON.stringify(body))
  for (const message of post.entry[0].changes[0].value.messages ?? []) message.id = id
  return JSON.stringify(post)
}
