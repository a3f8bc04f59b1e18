import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Test, test } from 'tap'
import { serveOnlyAdmins } from '../embedded-store/only-admins.ts'
import { selfSigned } from '../embedded-store/self-signed.ts'
import { clientOf } from '../embedded-store/store-under-test.ts'
import { startStore } from '../kit/event-store.ts'
import { startCluster } from '../kit/store-cluster.ts'

const run = promisify(execFile)

test('npm run verify:eventstore passes, also on a log that it has written to before', async (t) => {
  const store = await startStore('verify')
  t.teardown(() => store.stop())
  await allHolds(t, store.url)
  await allHolds(t, store.url)
})

test('npm run verify:eventstore passes on three nodes', async (t) => {
  const cluster = await startCluster('verify_cluster')
  t.teardown(() => cluster.stop())
  await allHolds(t, cluster.url)
})

test('npm run verify:eventstore passes over TLS on a server that serves only its login', async (t) => {
  const tls = await selfSigned(t)
  const store = await startStore('verify_tls', { tls })
  t.teardown(() => store.stop())
  const url = `${store.url.replace('//', '//admin:changeit@')}&tlsCAFile=${tls.cert}`
  await serveOnlyAdmins(clientOf(t, url))
  await allHolds(t, url)
})

test('npm run verify:eventstore passes on a server that ends subscriptions as too slow', async (t) => {
  const store = await startStore('verify_ends', { mode: 'impatient', version: '23.10.8' })
  t.teardown(() => store.stop())
  await allHolds(t, store.url)
})

/** Runs the program and asserts that all its tests pass. */
async function allHolds(t: Test, url: string): Promise<void> {
  const { stdout } = await run('npm', ['run', '-s', 'verify:eventstore', '--', '--url', url])
  const [, holding, all] = /^(\d+) of (\d+) hold on /m.exec(stdout) ?? []
  t.ok(Number(all) > 40, 'every file has its tests')
  t.equal(holding, all)
}
