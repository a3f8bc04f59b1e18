import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { connectNats } from '@recado/infra/nats/connect'
import { test } from 'tap'
import { deployedNats, PASSWORDS } from '../../kit/deployed-nats.ts'
import { type Ends, endAll } from '../../kit/ends.ts'
import { eventually } from '../../kit/eventually.ts'
import { testNats } from '../../kit/nats.ts'
import { SOURCE_FLAGS } from '../../kit/node-flags.ts'

/** A program that connects from source, as `npm start` does; a bundle loads modules differently. */
const CONNECTS = `import { connectNats } from '@recado/infra/nats/connect'
  const nats = connectNats(process.env.NATS_URL, { onTrouble: (error) => console.log(error) })
  while (nats.current() === null) await new Promise((done) => setTimeout(done, 20))
  console.log('connected')
  await nats.close()`

test('it connects when run from source', async (t) => {
  const server = await testNats()
  t.teardown(() => server.stop())
  const options = {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { PATH: process.env.PATH, NATS_URL: server.url },
    timeout: 60_000,
  }
  const words = [...SOURCE_FLAGS, '--input-type=module', '--eval', CONNECTS]
  const { stdout } = await promisify(execFile)(process.execPath, words, options)
  t.equal(stdout, 'connected\n')
})

test('a message that a handler cannot read stops neither the process nor later messages', async (t) => {
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

test('a failing connect handler is retried without a reconnection', async (t) => {
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

test('a server that refused the login for a while is used again, and each refusal is reported', async (t) => {
  const ends: Ends = []
  t.teardown(() => endAll(ends))
  const server = await deployedNats(ends, 'account', 'nats.conf')
  await server.ready()
  const url = `nats://recado:${PASSWORDS.NATS_PASSWORD}@127.0.0.1:${server.port}`
  const told: string[] = []
  const options = { onTrouble: (error: unknown) => void told.push(String(error)), refusedMs: 20 }
  const nats = connectNats(url, options)
  t.teardown(() => nats.close())
  const read: unknown[] = []
  nats.subscribe('notes', (message) => void read.push(message.json()))
  await eventually(() => nats.current() !== null)
  t.same(told, [])

  await server.kill()
  await server.restart({ NATS_PASSWORD: 'another' })
  await eventually(() => told.filter((line) => /AUTHORIZATION/.test(line)).length > 2)
  const late = connectNats(url, options)
  t.teardown(() => late.close())
  await eventually(() => told.some((line) => /^NatsError: .*Authorization Violation/.test(line)))
  t.notMatch(told.join(), PASSWORDS.NATS_PASSWORD)

  await server.kill()
  await server.restart()
  const connection = await eventually(() => nats.current() ?? undefined)
  await eventually(() => late.current() !== null)
  connection.publish('notes', '"again"')
  await eventually(() => read.length === 1)
  t.same(read, ['again'])
})
