import { connect, StringCodec } from 'nats'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { testNats } from '../kit/nats.ts'

const text = StringCodec()

test('a client and its stream outlive a kill -9 of the server', async (t) => {
  const nats = await testNats()
  t.teardown(() => nats.stop())
  const connection = await connect({
    servers: nats.url,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 50,
  })
  t.teardown(() => connection.close())
  const streams = await connection.jetstreamManager({ timeout: 500 })
  await streams.streams.add({ name: 'NOTES', subjects: ['notes.>'] })
  await connection.jetstream().publish('notes.first', text.encode('one'))

  const killed = nats.pid
  await nats.kill()
  await nats.restart()

  t.not(nats.pid, killed)
  const message = await eventually(() => streams.streams.getMessage('NOTES', { seq: 1 }))
  t.equal(text.decode(message.data), 'one')
})

test('two servers run side by side, and leave their port when stopped', async (t) => {
  const [one, other] = [await testNats(), await testNats()]
  t.teardown(() => other.stop())
  t.not(one.url, other.url)
  await one.stop()
  await t.rejects(connect({ servers: one.url, reconnect: false }))
})
