import { connectNats } from '@recado/infra/nats/connect'
import { test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { testNats } from '../../kit/nats.ts'

test('a message that a handler cannot read stops neither the process nor the news', async (t) => {
  const server = await testNats()
  t.teardown(() => server.stop())
  const nats = connectNats(server.url)
  t.teardown(() => nats.close())
  const read: unknown[] = []
  nats.subscribe('notes', (message) => void read.push(message.json()))
  const connection = await eventually(() => nats.current() ?? undefined)
  for (const text of ['not json', '"one"', '{', '"two"']) connection.publish('notes', text)
  await eventually(() => read.length === 2)
  t.same(read, ['one', 'two'])
})

test('what fails on a connection is tried again without a reconnection', async (t) => {
  const server = await testNats()
  t.teardown(() => server.stop())
  const nats = connectNats(server.url)
  t.teardown(() => nats.close())
  let runs = 0
  nats.onConnect(() => {
    runs += 1
    if (runs < 3) throw new Error('not ready yet')
  })
  await eventually(() => runs === 3)
  t.ok(nats.current())
})
