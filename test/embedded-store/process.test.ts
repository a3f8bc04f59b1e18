import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { credentials, Metadata } from '@grpc/grpc-js'
import { forwardWrites } from '@recado/embedded-store/cluster/forward'
import { test } from 'tap'
import { runStore, startStore } from '../kit/event-store.ts'
import { eventually } from '../kit/eventually.ts'
import { NODE_FLAGS } from '../kit/node-flags.ts'
import { isGone } from '../kit/processes.ts'
import { leadsByGossip } from './gossip.ts'
import { refusesIncomplete } from './incomplete-append.ts'
import { serveOnlyAdmins } from './only-admins.ts'
import { selfSigned } from './self-signed.ts'
import { all, clientOf, events, failureOf, idsIn, newStream } from './store-under-test.ts'

const EMPTY = { data: Buffer.alloc(0), meta: Buffer.alloc(0) }
const PARENT = fileURLToPath(new URL('./parent-of-store.ts', import.meta.url))

test('a store with TLS knows whom it serves', async (t) => {
  const tls = await selfSigned(t)
  const store = await startStore('tls', { tls })
  t.teardown(() => store.stop())
  const url = `${store.url}&tlsCAFile=${tls.cert}`
  const client = clientOf(t, url)
  const user = (username: string) => ({ credentials: { username, password: 'changeit' } })
  const denied = { type: 'access-denied' }
  const admin = url.replace('//', '//admin:changeit@')

  await t.test('a client connects only if it trusts the certificate', async (t) => {
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

  const guarded = newStream()
  await t.test(
    'users who are not in an access control list can neither write nor read',
    async (t) => {
      await client.appendToStream(guarded, events(1))
      await client.setStreamMetadata(guarded, { acl: { readRoles: ['ana'], writeRoles: ['ana'] } })
      for (const named of ['ana', 'admin']) {
        await client.appendToStream(guarded, events(1), user(named))
        await all(client.readStream(guarded, user(named)))
      }
      for (const other of [user('eva'), {}]) {
        t.match(await failureOf(client.appendToStream(guarded, events(1), other)), denied)
        t.match(await failureOf(all(client.readStream(guarded, other))), denied)
      }
      t.equal((await all(client.readStream(guarded, user('ana')))).length, 3)
    },
  )

  await t.test('what a follower forwards has the login of its caller', async (t) => {
    const { hostname: host, port } = new URL(store.url)
    const leader = { instance: '', host, port: Number(port), alive: true, leads: true }
    const trusted = credentials.createSsl(await readFile(tls.cert))
    const forwarding = forwardWrites({ members: () => [leader] }, trusted)
    t.teardown(() => forwarding.close())
    const request = { kind: 'append', stream: guarded, expected: 'any', timeoutMs: 30_000 } as const
    const write = (name: string) => {
      const metadata = new Metadata()
      metadata.set('authorization', `Basic ${Buffer.from(`${name}:changeit`).toString('base64')}`)
      const event = { id: randomUUID(), type: 'Noted', json: true, ...EMPTY }
      return forwarding.submit({ ...request, events: [event] }, { metadata })
    }
    t.match(await write('ana'), { kind: 'written', revision: 3n })
    t.same(await write('eva'), { kind: 'denied' })
  })

  await t.test(
    'the calls that npm run verify:eventstore makes itself have the login of its URL',
    async (t) => {
      await serveOnlyAdmins(clientOf(t, admin))
      t.match(await failureOf(client.appendToStream(newStream(), events(1))), denied)
      await leadsByGossip(t, admin)
      await refusesIncomplete(t, clientOf(t, admin))
    },
  )
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
