import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { test } from 'tap'
import { runStore, startStore } from '../../kit/event-store.ts'
import { eventually } from '../../kit/eventually.ts'
import { NODE_FLAGS } from '../../kit/node-flags.ts'
import { isGone } from '../../kit/processes.ts'
import { selfSigned } from './self-signed.ts'
import { all, clientOf, events, failureOf, idsIn, newStream } from './store-under-test.ts'

const PARENT = fileURLToPath(new URL('./parent-of-store.ts', import.meta.url))

test('over TLS a client connects only if it trusts the certificate', async (t) => {
  const tls = await selfSigned(t)
  const store = await startStore('tls', { tls })
  t.teardown(() => store.stop())
  const client = clientOf(t, `${store.url}&tlsCAFile=${tls.cert}`)
  const stream = newStream()
  const written = events(2)
  await client.appendToStream(stream, written)
  t.same(
    await idsIn(client, stream),
    written.map(({ id }) => id),
  )
  await t.rejects(
    clientOf(t, store.url).appendToStream(stream, written),
    /No connection|certificate/,
  )
})

test("users who are not in a stream's access control list can neither write nor read it", async (t) => {
  const tls = await selfSigned(t)
  const store = await startStore('acl', { tls })
  t.teardown(() => store.stop())
  const client = clientOf(t, `${store.url}&tlsCAFile=${tls.cert}`)
  const stream = newStream()
  const user = (username: string) => ({ credentials: { username, password: 'changeit' } })
  await client.appendToStream(stream, events(1))
  await client.setStreamMetadata(stream, { acl: { readRoles: ['ana'], writeRoles: ['ana'] } })
  for (const named of ['ana', 'admin']) {
    await client.appendToStream(stream, events(1), user(named))
    await all(client.readStream(stream, user(named)))
  }
  const denied = { type: 'access-denied' }
  for (const other of [user('eva'), {}]) {
    t.match(await failureOf(client.appendToStream(stream, events(1), other)), denied)
    t.match(await failureOf(all(client.readStream(stream, other))), denied)
  }
  t.equal((await all(client.readStream(stream, user('ana')))).length, 3)
})

test('the store stops on request, ends subscriptions, and continues after a restart', async (t) => {
  const store = await startStore('stop')
  t.teardown(() => store.stop())
  const client = clientOf(t, store.url)
  const stream = newStream()
  await client.appendToStream(stream, events(2))
  const subscription = client.subscribeToAll()
  subscription.on('data', () => undefined)
  await once(subscription, 'caughtUp')
  const failed = new Promise((resolve) => subscription.once('error', resolve))
  t.equal(await store.terminate(), 0)
  t.match(await failed, { type: /unavailable|cancelled/ })
  await store.restart()
  await client.appendToStream(stream, events(1), { expectedRevision: 1n })
  t.equal((await idsIn(client, stream)).length, 3)
})

test('the store stops with the process that started it', async (t) => {
  const store = await startStore('orphan')
  t.teardown(() => store.stop())
  await store.kill()
  const parent = spawn(process.execPath, [...NODE_FLAGS, PARENT, store.databaseUrl])
  t.teardown(() => parent.kill('SIGKILL'))
  const [line] = await once(createInterface({ input: parent.stdout }), 'line')
  const { pid } = JSON.parse(line)
  parent.kill('SIGKILL')
  await eventually(() => isGone(pid))
  t.pass('the store is gone')
})

test('the store does not start on a database that another store writes to', async (t) => {
  const store = await startStore('second')
  t.teardown(() => store.stop())
  await t.rejects(runStore(store.databaseUrl, 0), /ended before it was ready/)
})
