import { randomUUID } from 'node:crypto'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { test } from 'tap'
import { EVERY_FACT } from '../examples/every-fact.ts'
import { eventually } from '../kit/eventually.ts'
import { jetstreamManager } from '../kit/jetstream-manager.ts'
import { environmentOf, type ProductProcess, startProcess } from '../kit/product-process.ts'
import { startWorld } from '../kit/world.ts'
import { fromAsync, given, published } from '../projectors/relay/relaying.ts'

type Status = { data: { failing: { what: string; why: string }[] } }

const PHONE = '5531987654321'
const TEXT = 'the planted words'
/** Enough facts that a relay ends while it publishes them. */
const MANY = 1_000
const world = await startWorld()
const product = world.product()
const { NATS_URL } = product.config
// A connection of the test's own, because the product's is closed with it.
const { store } = connectEventStore(product.config.EVENTSTORE_URL)
const ids = async () => (await published(NATS_URL)).map(({ event }) => event.id)
const logged = async () =>
  (await fromAsync(store.readAll({ from: 'start' }))).map(({ id }) => id).join()
/** Waits until the stream holds the same facts as the log, in the same order. */
const isSame = () =>
  eventually(async () => (await ids()).join() === (await logged()) && (await ids()))

test('the stream of facts', async (t) => {
  t.teardown(async () => {
    await store.close()
    await world.stop()
  })

  await t.test('publishes what happens to a message, and nothing about the person', async (t) => {
    await world.userWrites(PHONE, TEXT)
    await eventually(async () =>
      (await published(NATS_URL)).some(({ subject }) => subject.endsWith('.MessageReceived')),
    )
    await isSame()
    const all = await published(NATS_URL)
    const account = world.tenant.id
    const said = all.find(({ subject }) => subject.endsWith('.MessageReceived'))
    t.equal(said?.subject, `events.${account}.message.MessageReceived`)
    t.match(said?.event, {
      source: `urn:recado:account:${account}`,
      data: { conversation_id: /^[0-9a-f-]{36}$/, intent: { message_type: 'text' } },
    })
    t.ok(all.some(({ subject }) => subject.includes('.providerEvent.ProviderEventReceived')))
    const text = JSON.stringify(all)
    for (const planted of [PHONE, TEXT]) t.notOk(text.includes(planted), planted)
  })

  await t.test('is complete whenever a relay is killed', async (t) => {
    const environment = { ...environmentOf(product.config), PROJECTORS_ROLE: 'relay' }
    const start = () => startProcess('projectors', environment)
    const living: ProductProcess[] = []
    t.teardown(() => Promise.all(living.map(({ kill }) => kill())))
    const many = Array.from({ length: MANY }, () =>
      given({ type: 'MessageMarkedRead', data: EVERY_FACT.MessageMarkedRead }),
    )
    await store.append(`message-${randomUUID()}`, 'no_stream', many)
    // The relays publish everything again, so that they are killed in the middle of it.
    await product.stop()
    living.push(...(await Promise.all([start(), start()])))
    for (const enough of [1, MANY / 2]) {
      await jetstreamManager(NATS_URL, (manager) => manager.streams.delete('EVENTS'))
      await eventually(async () => (await ids()).length >= enough)
      const [first] = living.splice(0, 1)
      await first?.kill()
      if (living.length === 0) living.push(await start())
    }
    t.ok((await isSame()).length > MANY)
    const { port } = living[0] as ProductProcess
    const asked = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
    await eventually(async () => JSON.parse(await asked('/readyz')).checks.relay === true)
    for (const line of [/^recado_relay_lag_events 0$/m, /^recado_relay_lag_seconds 0$/m])
      t.ok(await eventually(async () => line.test(await asked('/metrics'))), line.source)
  })

  await t.test(
    'is reported as failing while it is full, and then continues by itself',
    async (t) => {
      const limits = (max_bytes: number) =>
        jetstreamManager(NATS_URL, (manager) => manager.streams.update('EVENTS', { max_bytes }))
      const failing = async () =>
        (await operator().get<Status>('/status')).body.data.failing.find(
          ({ what }) => what === 'relay',
        )
      await world.restart(async () => undefined)
      const operator = () => world.product().operator
      await jetstreamManager(NATS_URL, async (manager) => {
        const { state } = await manager.streams.info('EVENTS')
        await manager.streams.update('EVENTS', { max_bytes: state.bytes })
      })
      await world.userWrites(PHONE, 'once more')
      const trouble = await eventually(async () => {
        const now = await failing()
        return now?.why.includes('maximum bytes') && now
      })
      t.match(trouble, { why: /maximum bytes exceeded/ })
      await limits(-1)
      await eventually(async () => (await failing()) === undefined)
      await eventually(async () => (await logged()).split(',').length === (await ids()).length)
    },
  )

  await t.test('is published again from the position that an operator names', async (t) => {
    const { operator } = world.product()
    const before = await published(NATS_URL)
    const from_position = String(before.at(-3)?.event.position)
    const asked = await operator.post('/relay/replay', { from_position })
    t.match(asked, { status: 202, body: { data: { from_position } } })
    const wanted = [...before, ...before.slice(-3)].map(({ event }) => event.id)
    await eventually(async () => (await ids()).length === wanted.length)
    t.same(await ids(), wanted)
    for (const wrong of ['1x', '', 7, '9'.repeat(19), '9'.repeat(20)])
      t.match(await operator.post('/relay/replay', { from_position: wrong }), {
        status: 422,
        body: { error: { code: 'validation', message: /from_position/ } },
      })
  })
})
