import { randomUUID } from 'node:crypto'
import { requestReplay } from '@recado/application/relay/replays'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import fc from 'fast-check'
import { AckPolicy, type ConsumerAPI, DeliverPolicy } from 'nats'
import { test } from 'tap'
import { EVERY_FACT, NATIVE, PERSONAL } from '../../examples/every-fact.ts'
import { startStore } from '../../kit/event-store.ts'
import { eventually } from '../../kit/eventually.ts'
import { jetstreamManager } from '../../kit/jetstream-manager.ts'
import { ACCOUNT, fromAsync, given, relaying } from './relaying.ts'

const run = await relaying('relay')
const inLog = async () =>
  (await fromAsync(run.store.readAll({ from: 'start' }))).map(({ id }) => id)
const ids = (all: readonly { event: { id: string } }[]) => all.map(({ event }) => event.id)
const read = () => given({ type: 'MessageMarkedRead', data: EVERY_FACT.MessageMarkedRead })
const text = (all: unknown) => JSON.stringify(all)
const limits = (changes: object) =>
  jetstreamManager(run.nats.url, (manager) => manager.streams.update('EVENTS', changes))
const full = () =>
  jetstreamManager(run.nats.url, async (manager) => {
    const { state } = await manager.streams.info('EVENTS')
    await manager.streams.update('EVENTS', { max_bytes: state.bytes })
  })

test('the stream of facts', async (t) => {
  t.teardown(() => run.stop())

  await t.test('has every fact once, in the order of the log, without personal data', async (t) => {
    const facts = Object.entries(EVERY_FACT).map(([type, data]) => given({ type, data }))
    await run.given(...facts)
    const stop = run.relay()
    const all = await run.caughtUp()
    t.same(ids(all), await inLog())
    for (const [index, { type, id, metadata, stream }] of facts.entries()) {
      const { subject, event } = all[index] ?? {}
      t.equal(subject, `events.${ACCOUNT}.message.${type}`)
      t.match(event, {
        specversion: '1.0',
        id,
        type,
        source: `urn:recado:account:${ACCOUNT}`,
        subject: stream,
        time: metadata.recorded_at,
        datacontenttype: 'application/json',
        dataschema: `urn:recado:fact:${type}:1`,
        position: /^\d+$/,
        revision: 0,
        correlation: metadata.$correlationId,
        causation: metadata.$causationId,
        actor: 'system:test',
        data: {},
      })
    }
    for (const name of all.flatMap(({ event }) => Object.keys(event))) t.match(name, /^[a-z0-9]+$/)
    for (const value of [...Object.values(PERSONAL), NATIVE])
      t.notOk(text(all).includes(value), value)
    await stop()
    await run.wipe()
    const full = run.relay({ content: 'full' })
    const told = await run.caughtUp()
    t.same(ids(told), await inLog(), 'the recreated stream is the same')
    for (const value of Object.values(PERSONAL)) t.ok(text(told).includes(value), value)
    t.notOk(text(told).includes(NATIVE), 'native payloads are never published')
    await full()
  })

  await t.test(
    'replaces correlation ids chosen by clients, which may contain personal data',
    async (t) => {
      const $correlationId = `order of ${PERSONAL.name}`
      const chained = () =>
        given(
          { type: 'AccountOpened', data: EVERY_FACT.AccountOpened },
          { stream: `account-${randomUUID()}`, metadata: { account_id: null, $correlationId } },
        )
      await run.given(chained(), chained())
      const stop = run.relay()
      const [one, other] = (await run.caughtUp()).slice(-2)
      t.equal(one?.subject, 'events.system.account.AccountOpened')
      t.match(one?.event.correlation, /^[0-9a-f-]{36}$/)
      t.equal(one?.event.correlation, other?.event.correlation, 'equal correlation ids stay equal')
      await stop()
    },
  )

  await t.test('has no gap and no duplicate however often its relays stop and start', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 2, maxLength: 4 }),
        async (lives) => {
          await run.given(...Array.from({ length: 60 }, read))
          // Two chains of relays at once; each relay ends after its number of facts.
          const [first = [], second = []] = [lives, lives.toReversed()].map((all) => [...all])
          await Promise.all([first, second].map((all) => oneAfterTheOther(all)))
          const stop = run.relay()
          const all = await run.caughtUp()
          await stop()
          const [there, wanted] = [ids(all), await inLog()]
          if (there.join() !== wanted.join())
            throw new Error(`${there.length} published, ${wanted.length} in the log`)
        },
      ),
      { numRuns: 2 },
    )
  })

  await t.test('is the same again when NATS has lost it while relays run', async (t) => {
    const stops = [run.relay(), run.relay()]
    const before = await run.caughtUp()
    await run.wipe()
    await run.given(read())
    await run.nats.kill()
    await run.given(read())
    await run.nats.restart()
    const after = await run.caughtUp()
    t.same(ids(after).slice(0, before.length), ids(before))
    t.same(ids(after), await inLog())
    await run.wipe()
    t.same(ids(await run.caughtUp()), await inLog(), 'also without a new fact')
    for (const stop of stops) await stop()
  })

  await t.test(
    'has its durable consumers again, which begin anew, but none that was deleted',
    async (t) => {
      const consumers = <T>(work: (all: ConsumerAPI) => Promise<T>) =>
        jetstreamManager(run.nats.url, (manager) => work(manager.consumers))
      const names = () =>
        consumers(async (all) => {
          const found = await fromAsync(all.list('EVENTS'))
          return found.map(({ name }) => name).sort()
        })
      const restarted = async () => {
        const stop = run.relay()
        // A relay publishes only after it has looked at the consumers.
        await run.given(read())
        await run.caughtUp()
        return stop
      }
      await (await restarted())()
      for (const durable_name of ['analyst', 'deleted'])
        await consumers((all) =>
          all.add('EVENTS', {
            ...{ durable_name, ack_policy: AckPolicy.Explicit, max_ack_pending: 7 },
            ...{ deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: 9 },
          }),
        )
      await (await restarted())()
      await consumers((all) => all.delete('EVENTS', 'deleted'))
      const stop = await restarted()
      await run.wipe()
      await eventually(async () => (await names()).includes('analyst'))
      t.same(await names(), ['analyst'])
      const { config, num_pending } = await eventually(async () => {
        await run.caughtUp()
        return consumers((all) => all.info('EVENTS', 'analyst'))
      })
      t.match(config, { max_ack_pending: 7, deliver_policy: 'all', ack_policy: 'explicit' })
      t.equal(num_pending, (await inLog()).length, 'it reads every fact again')
      await stop()
    },
  )

  await t.test('begins with the oldest fact of the retained days', async (t) => {
    await run.wipe()
    const facts = await fromAsync(run.store.readAll({ from: 'start' }))
    const oldest = Date.parse(facts.at(-20)?.created ?? '')
    const inADay = new Date(oldest + 24 * 60 * 60 * 1000)
    const stop = run.relay({ days: 1, now: () => inADay })
    const within = facts.filter(({ created }) => Date.parse(created) >= oldest)
    t.ok(within.length < facts.length, 'some are older')
    t.same(
      ids(await run.caughtUp()),
      within.map(({ id }) => id),
    )
    await stop()
    await run.wipe()
  })

  await t.test('makes the relay wait while it is full, and the relay logs why', async (t) => {
    const stop = run.relay()
    const { length } = await run.caughtUp()
    await full()
    await run.given(read(), read())
    await eventually(() => run.troubles.some((trouble) => trouble.includes('maximum bytes')))
    t.equal((await run.published()).length, length)
    await limits({ max_bytes: -1 })
    t.same(ids(await run.caughtUp()), await inLog())
    await stop()
  })

  await t.test('leaves out data that is too large for a message, and goes on', async (t) => {
    const stop = run.relay({ content: 'full' })
    await run.caughtUp()
    await limits({ max_msg_size: 8_000 })
    await stop()
    const internal_note = 'x'.repeat(8_000)
    const noted = { ...EVERY_FACT.InternalNoteChanged, internal_note }
    await run.given(given({ type: 'InternalNoteChanged', data: noted }), read())
    const again = run.relay({ content: 'full' })
    const [large] = (await run.caughtUp()).slice(-2)
    t.match(large?.event, { type: 'InternalNoteChanged', dataref: /^urn:recado:log:\d+$/ })
    t.notOk('data' in (large?.event ?? {}))
    t.same(ids(await run.caughtUp()), await inLog())
    await again()
    await limits({ max_msg_size: -1 })
  })

  await t.test(
    'has a fact once that a journal holds twice, and no data of unknown facts',
    async (t) => {
      const id = randomUUID()
      const raw = { type: 'ProviderEventReceived', data: EVERY_FACT.ProviderEventReceived }
      const [stream, again] = [`providerEvent-${randomUUID()}.20260101`, `providerEvent-b.20260102`]
      const before = (await run.published()).length
      await run.given(
        given(raw, { id, stream }),
        given(raw, { id, stream: again }),
        given({ type: 'Somebodys', data: { name: PERSONAL.name } }, { stream: 'elsewhere-1' }),
        given({ type: 'Some.body >', data: { name: PERSONAL.name } }),
      )
      const stop = run.relay({ content: 'full' })
      const [one, unknown, ...more] = (await run.caughtUp()).slice(before)
      t.match(one, { subject: /\.providerEvent\.ProviderEventReceived$/, event: { id } })
      t.match(unknown, { subject: /\.message\.Some_body__$/, event: { data: {} } })
      t.notOk(text(unknown).includes(PERSONAL.name), 'no data of an unknown fact')
      t.same(more, [])
      await stop()
      await run.wipe()
    },
  )

  await t.test(
    'is replayed once from the position an operator gives, also over restarts',
    async (t) => {
      const first = run.relay()
      const before = await run.caughtUp()
      await first()
      const [from] = before.slice(-5)
      const position = BigInt(String(from?.event.position))
      await requestReplay(run.pool, { id: randomUUID(), from: position }, 'operator')
      const stops = [run.relay(), run.relay()]
      const wanted = [...ids(before), ...ids(before).slice(-5)]
      await eventually(async () => (await run.published()).length >= wanted.length)
      for (const stop of stops) await stop()
      const last = run.relay()
      const told = read()
      await run.given(told)
      t.same(ids(await run.caughtUp()), [...wanted, told.id])
      await requestReplay(run.pool, { id: randomUUID(), from: position }, 'operator')
      const twice = [...wanted, told.id, ...ids(before).slice(-5), told.id]
      await eventually(async () => (await run.published()).length >= twice.length)
      t.same(ids(await run.published()), twice)
      await last()
      await run.wipe()
    },
  )

  await t.test('is refused to the relay of another log until it is deleted', async (t) => {
    const first = run.relay()
    const before = await run.caughtUp()
    await first()
    const other = await startStore('other_log')
    t.teardown(() => other.stop())
    const { store, journal } = connectEventStore(other.url)
    t.teardown(() => store.close())
    const { stream, ...told } = read()
    await journal.record(stream, [told])
    const stop = run.relay({ store })
    await eventually(() => run.troubles.some((trouble) => trouble.includes('log_diverged')))
    t.same(ids(await run.published()), ids(before))
    await run.wipe()
    await eventually(async () => (await run.published()).length > 0)
    t.same(ids(await run.published()), [told.id])
    await stop()
  })

  async function oneAfterTheOther(lives: readonly number[]): Promise<void> {
    for (const facts of lives) {
      let left = facts
      await new Promise<void>((ended) => {
        const late = setTimeout(() => ended(), 1_000)
        const stop = run.relay({
          onProgress() {
            left -= 1
            if (left > 0) return
            clearTimeout(late)
            ended()
          },
        })
        ending.push(stop)
      })
      await ending.pop()?.()
    }
  }
})

const ending: (() => Promise<void>)[] = []
