import { natsServers } from '@recado/infra/nats/servers'
import { test } from 'tap'

test('user and password are taken out of the address', async (t) => {
  t.same(natsServers('nats://127.0.0.1:4222'), { servers: ['nats://127.0.0.1:4222'] })
  t.same(natsServers('nats://me:p%40ss@one:4222, two:4223'), {
    servers: ['nats://one:4222', 'nats://two:4223'],
    user: 'me',
    pass: 'p@ss',
  })
  t.throws(() => natsServers('nats://one:port'))
})
