import { randomUUID } from 'node:crypto'
import { t as file, test } from 'tap'
import { type Ends, endAll } from '../kit/ends.ts'
import { metaPost } from '../kit/meta-post.ts'
import { startProduct } from '../kit/product.ts'
import { startServers } from '../kit/product-servers.ts'
import { postSale, saleNotice } from '../kit/sales.ts'
import { served } from '../kit/served.ts'
import { tcpProxy } from '../kit/tcp-proxy.ts'
import { addOfficial, openTenant } from '../kit/tenants.ts'

// A frozen server keeps its connections, accepts new ones, and answers on none of them. A call that waited for it would
// last longer than the runner lets this file run.

const PARTS = { vault: 'VAULT_URL', postgres: 'DATABASE_URL', log: 'EVENTSTORE_URL' } as const

/** The product behind proxies that can freeze its servers. */
async function freezable(ends: Ends) {
  const servers = await startServers({}, ends)
  const wire = async (address: string) => {
    const url = new URL(address)
    const proxy = await tcpProxy(Number(url.port))
    ends.push(() => proxy.close())
    return { proxy, address: address.replace(`:${url.port}`, `:${proxy.port}`) }
  }
  const [vault, postgres, log] = await Promise.all(
    Object.values(PARTS).map((name) => wire(servers[name])),
  )
  if (!vault || !postgres || !log) throw new Error('a wire is missing')
  const wired = {
    ...servers,
    VAULT_URL: vault.address,
    DATABASE_URL: postgres.address,
    EVENTSTORE_URL: log.address,
  }
  const product = await startProduct({ servers: wired })
  ends.push(() => product.stop())
  return { product, vault: vault.proxy, postgres: postgres.proxy, log: log.proxy }
}

const ends: Ends = []
file.teardown(() => endAll(ends))
const world = await freezable(ends)

/** Calls of a new tenant and connection, each returning its status. */
async function calls() {
  const { product } = world
  const tenant = await openTenant(product)
  const connection = await addOfficial(product, tenant.id)
  const url = 'https://crm.example/hook'
  return {
    send: async () =>
      (
        await tenant.api.post('/messages', {
          connection_id: connection.id,
          recipient: { phone: '5531987654321' },
          text: 'Oi',
        })
      ).status,
    webhook: async () =>
      (
        await tenant.api.put('/webhooks', {
          connection_id: connection.id,
          url,
          secret: randomUUID(),
        })
      ).status,
    stages: async () => (await tenant.api.get('/stages')).status,
    meta: async () => {
      const posted = {
        method: 'POST',
        url: '/hooks/whatsapp',
        ...metaPost(connection, {}),
      } as const
      return (await product.commandApp.inject(posted)).statusCode
    },
    sale: async () => (await postSale(product, tenant, saleNotice())).status,
  }
}

test('while the vault is frozen, reads and sends work and everything that needs a secret is answered 503', async (t) => {
  const { send, webhook, meta, sale, stages } = await calls()
  world.vault.mute()
  t.same(await Promise.all([served(stages), webhook(), meta(), sale()]), [200, 503, 503, 503])
  t.equal(await served(send), 202, 'the request is in the log, and is sent when the vault is back')
  world.vault.heal()
  t.same(await Promise.all([webhook, meta, sale].map(served)), [201, 200, 200])
})

test('while Postgres is frozen, hooks work and everything else is answered 503', async (t) => {
  const { send, webhook, meta, sale, stages } = await calls()
  t.same(await Promise.all([meta, sale].map(served)), [200, 200])
  world.postgres.mute()
  t.same(await Promise.all([send(), webhook(), stages()]), [503, 503, 503])
  t.same(await Promise.all([meta, sale].map(served)), [200, 200], 'hooks need the log only')
  world.postgres.heal()
  t.same(await Promise.all([webhook, stages].map(served)), [201, 200])
})

test('while the log is frozen, reads work and everything else is answered 503', async (t) => {
  const { send, webhook, meta, sale, stages } = await calls()
  t.same(await Promise.all([meta, sale].map(served)), [200, 200])
  world.log.mute()
  t.same(
    await Promise.all([served(stages), send(), webhook(), meta(), sale()]),
    [200, 503, 503, 503, 503],
  )
  world.log.heal()
  t.same(await Promise.all([meta, sale].map(served)), [200, 200])
})
