import { spawn } from 'node:child_process'
import { checkJetStream } from '@recado/infra/nats/check-jetstream'
import { connectNats } from '@recado/infra/nats/connect'
import { freePort } from '@recado/standalone/servers/free-port'
import { natsServerProgram } from '@recado/standalone/servers/nats-server-program'
import { test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { testNats } from '../../kit/nats.ts'

test('NATS with JetStream is well', async (t) => {
  const server = await testNats()
  t.teardown(() => server.stop())
  const nats = connectNats(server.url)
  t.teardown(() => nats.close())
  await eventually(() => nats.current() !== null)
  t.ok(await eventually(async () => (await checkJetStream(nats)) === true))
})

test('NATS whose JetStream is disabled says so, and one that is away does not answer', async (t) => {
  const port = await freePort(0)
  const program = await natsServerProgram(undefined, () => undefined)
  const server = spawn(program, ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
  t.teardown(() => server.kill('SIGKILL'))
  const nats = connectNats(`nats://127.0.0.1:${port}`)
  t.teardown(() => nats.close())
  await eventually(() => nats.current() !== null)
  t.equal(
    await checkJetStream(nats),
    'JetStream is disabled or does not answer; check the disk of nats-server',
  )
  server.kill('SIGKILL')
  await eventually(() => nats.current() === null)
  t.equal(await checkJetStream(nats), false)
})
