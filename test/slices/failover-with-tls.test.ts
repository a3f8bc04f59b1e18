import { userTool } from '@recado/tools/eventstore-user/user-tool'
import { test } from 'tap'
import { selfSigned } from '../embedded-store/self-signed.ts'
import { startCluster } from '../kit/store-cluster.ts'
import { faultWhileSending } from './failover.ts'

test('sends survive a failover as compose deploys it: three nodes with TLS of our own authority, and a user with minimal rights', async (t) => {
  const tls = await selfSigned(t)
  const cluster = await startCluster('failover_tls', 4, { tls })
  t.teardown(() => cluster.stop())
  const as = (login: string) => cluster.url.replace('//', `//${login}@`)
  const args = ['--url', as('admin:changeit')]
  const env = { EVENTSTORE_USER_PASSWORD: 'secret-1' }
  const quiet = { print: async () => undefined, note: () => undefined }
  t.equal(await userTool({ args, env, ...quiet }), 0, 'the user is made through any of the nodes')
  const asUser = { ...cluster, url: as('recado:secret-1') }
  await faultWhileSending(t, asUser, { faults: ['kill'], sendsPerFault: 6 })
})
