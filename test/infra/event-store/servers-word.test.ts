import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { EventStoreDBClient } from '@eventstore/db-client'
import { clientFault } from '@recado/infra/event-store/client-fault'
import { StoreUnavailable } from '@recado/infra/event-store/errors'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import type { Limits } from '@recado/infra/event-store/limits'
import { type Test, test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { all, following, IMPATIENT, newStream, noted } from './log-under-test.ts'
import { scriptedStore } from './scripted-store.ts'

/** Limits that no answer exceeds on a slow machine: an attempt that timed out would be one call more. */
const STEADY: Partial<Limits> = {
  ...IMPATIENT,
  attemptTimeoutMs: 30_000,
  appendDeadlineMs: 60_000,
  silenceMs: 30_000,
  readDeadlineMs: 60_000,
}

const filter = { streamPrefixes: ['message-'] }

test('every call requires the leader, from the first one on', async (t) => {
  const { store, journal, calls } = await storeOver(t, {})
  await journal.record(newStream('providerEvent'), [noted()])
  await store.append(newStream(), 'no_stream', [noted()])
  await all(store.readStream(newStream()))
  await store.readLast(newStream())
  await all(store.readAll({ from: 'start' }))
  await store.head()
  await store.ping(30_000)
  following(t, store, { from: 'start', filter }, () => undefined)
  await eventually(() => calls.some(({ name }) => name === 'subscribe'))

  // A follower that has caught up follows the shared tail as well, until it leaves its own subscription.
  t.equal(calls.filter(({ name }) => name !== 'subscribe').length, 7)
  t.same(
    calls.filter(({ leader }) => !leader),
    [],
  )
})

test('a write that timed out on the server is sent again on the same connection', async (t) => {
  const { store, calls } = await storeOver(t, { tooSlow: 5 })
  const appended = await store.append(newStream(), 'no_stream', [noted()])

  t.equal(appended.revision, 0n)
  t.equal(calls.length, 6)
  t.equal(new Set(calls.map(({ peer }) => peer)).size, 1, 'the connection was kept')
})

test('a server whose clock is ahead accepts writes', async (t) => {
  const { store, calls } = await storeOver(t, { clockAheadMs: 60_000 })
  await store.append(newStream(), 'no_stream', [noted()])
  t.equal(calls.length, 2)
  await store.append(newStream(), 'no_stream', [noted()])
  t.equal(calls.length, 3, 'the difference is known from then on')
})

test('an append refused for lack of permission is sent again, and reported as unavailable if that lasts', async (t) => {
  const { store } = await storeOver(t, { refused: 3 })
  t.equal((await store.append(newStream(), 'no_stream', [noted()])).revision, 0n)
  const { store: without } = await storeOver(t, { refused: 1_000 }, IMPATIENT)
  await t.rejects(without.append(newStream(), 'no_stream', [noted()]), StoreUnavailable)
})

test('an append whose position cannot be read afterwards may have been written', async (t) => {
  const script = { namesNoPosition: true, failsReads: true }
  const { store, calls } = await storeOver(t, script, IMPATIENT)
  const error = await store.append(newStream(), 'no_stream', [noted()]).catch((thrown) => thrown)
  t.match(error, { name: 'StoreUnavailable', outcomeUnknown: true })
  t.ok(calls.filter(({ name }) => name === 'append').length > 1, 'it is sent again')
})

test('a server that fails inside has answered: its connection stays', async (t) => {
  const limits = { ...STEADY, readDeadlineMs: 800 }
  const { store, calls } = await storeOver(t, { failsReads: true }, limits)
  t.notOk(await store.ping(30_000))
  await sleep(300)
  for (let i = 0; i < 3; i++) t.notOk(await store.ping(30_000))
  await t.rejects(store.head(), StoreUnavailable)
  t.equal(new Set(calls.map(({ peer }) => peer)).size, 1)
})

test('a subscription ended by the server is resumed on the same connection, and its end is reported', async (t) => {
  const { store, calls } = await storeOver(t, { impatient: 2 })
  const told: Error[] = []
  let caughtUp = false
  const onReconnect = (error: unknown) => told.push(error as Error)
  following(t, store, { from: 'start', filter, onReconnect }, ({ kind }) => {
    caughtUp ||= kind === 'caught_up'
  })
  await eventually(() => caughtUp)

  t.equal(new Set(calls.map(({ peer }) => peer)).size, 1)
  t.equal(told.length, 2)
  t.match(
    told[0]?.message,
    /^the subscription to \$all for message- ended after \d+\.\d s: the event store answered ".*Consumer too slow/,
  )
})

test('a read that its caller ends early leaves the connection as it is', async (t) => {
  const { store, calls } = await storeOver(t, {})
  for (let i = 0; i < 3; i++) {
    const { ended, stop } = following(t, store, { from: 'start', filter }, ({ kind }) => {
      if (kind === 'caught_up') stop()
    })
    await ended
    await store.append(newStream(), 'no_stream', [noted()])
  }
  t.equal(new Set(calls.map(({ peer }) => peer)).size, 1)
})

test('a server that never reports when a subscription has caught up is refused as too old', async (t) => {
  const { store } = await storeOver(t, { version: '22.10.5' })
  const tooOld =
    /^EventStoreDB 23\.10 or newer is needed; this one is 22\.10\.5: upgrade the server$/
  await t.rejects(store.assertNewEnough(), { message: tooOld })
  await t.rejects(store.head(), { message: tooOld })
  await t.rejects(store.append(newStream(), 'no_stream', [noted()]), { message: tooOld })
  const signal = new AbortController().signal
  await t.rejects(all(store.subscribe({ from: 'start', filter, signal })), { message: tooOld })
})

test('releases from 23.10 on are accepted, and so is one without a usable version', async (t) => {
  for (const version of ['23.10.0', '24.2.0', '25.0.1.1234-ci', '0.0.0', '']) {
    const { store } = await storeOver(t, { version })
    await t.resolves(store.assertNewEnough(), version)
  }
})

test('a call started on a channel that was just closed counts as not sent', async (t) => {
  const { url } = await storeOver(t, {})
  const client = EventStoreDBClient.connectionString(url)
  await all(client.readAll())
  const channel: { close(): void } = await Reflect.get(client, 'getChannel')()
  channel.close()
  const error = await all(client.readAll()).catch((reason: unknown) => reason)

  t.match(error, { message: 'Channel has been shut down' })
  t.same(clientFault(error, '$all'), { kind: 'not_sent' })
})

test('KurrentDB is reached by its own URL scheme', async (t) => {
  const { url } = await storeOver(t, {})
  const { store } = connectEventStore(url.replace('esdb', 'kurrentdb'), STEADY)
  t.teardown(() => store.close())
  t.equal((await store.append(newStream(), 'no_stream', [noted()])).revision, 0n)
})

test('the error about an invalid address does not contain the address', async (t) => {
  const warned = t.capture(console, 'warn')
  for (const [address, rule] of [
    ['esdb://recado:hush@host:port?tls=true', /port number is expected/],
    ['esdb://recado:hu?sh@host:2113', /must look like esdb:/],
    ['esdb://recado:hush@host?timeout=5', /an option that the client does not know: timeout/],
    ['esdb://recado:hush@host?tls=', /no value for its option tls/],
    ['esdb://recado:hush@host?tlsVerifyCert=false', /which the client ignores/],
  ] as const)
    try {
      connectEventStore(address)
      t.fail(address)
    } catch (error) {
      t.match(error, { message: rule })
      t.notMatch(inspect(error), 'hu')
    }
  t.same(warned(), [])
})

async function storeOver(
  t: Test,
  script: Parameters<typeof scriptedStore>[0],
  limits: Partial<Limits> = STEADY,
) {
  const server = await scriptedStore(script)
  const connected = connectEventStore(server.url, limits)
  t.teardown(async () => {
    await connected.store.close()
    server.close()
  })
  return { ...connected, calls: server.calls, url: server.url }
}
