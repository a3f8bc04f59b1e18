import { startNats } from '@recado/standalone/servers/nats'
import { connect, StringCodec } from 'nats'
import { test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { testNats } from '../../kit/nats.ts'

const text = StringCodec()

test('a client and its stream survive a kill -9 of the server', async (t) => {
  const nats = await testNats()
  t.teardown(() => nats.stop())
  const connection = await connect({
    servers: nats.url,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 50,
  })
  t.teardown(() => connection.close())
  const streams = await connection.jetstreamManager({ timeout: 10_000 })
  await streams.streams.add({ name: 'NOTES', subjects: ['notes.>'] })
  await connection.jetstream().publish('notes.first', text.encode('one'))

  const killed = nats.pid
  await nats.kill()
  await nats.restart()

  t.not(nats.pid, killed)
  const message = await eventually(() => streams.streams.getMessage('NOTES', { seq: 1 }))
  t.equal(text.decode(message.data), 'one')
})

test('two servers run at the same time, and release their ports when stopped', async (t) => {
  const [one, other] = [await testNats(), await testNats()]
  t.teardown(() => other.stop())
  t.not(one.url, other.url)
  await one.stop()
  await t.rejects(connect({ servers: one.url, reconnect: false }))
})

test('a server that stopped answering is killed, so that it can be restarted', async (t) => {
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  const nats = await startNats({ storeDir: t.testdir({}), port: 0, log, checkMs: 20 })
  t.teardown(() => nats.stop())
  process.kill(nats.pid, 'SIGSTOP')
  t.match(await nats.ended, 'SIGKILL')
  t.match(lines.join('\n'), /JetStream no longer answers/)
})
