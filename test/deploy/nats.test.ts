import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectNats } from '@recado/infra/nats/connect'
import { freePort } from '@recado/standalone/servers/free-port'
import { natsServerProgram } from '@recado/standalone/servers/nats-server-program'
import { connect, type NatsConnection } from 'nats'
import { type Test, test } from 'tap'
import { eventually } from '../kit/eventually.ts'

const CONFIG = new URL('../../deploy/nats.conf', import.meta.url)
const OURS = '1f0c9d52-0000-4000-8000-000000000001'
const OTHERS = '1f0c9d52-0000-4000-8000-000000000002'

/** nats-server with the file that we deploy, in which the analyst is there and only folder and ports are changed. */
async function deployed(t: Test): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'recado-deployed-nats-'))
  const [port, http] = [await freePort(0), await freePort(0)]
  const text = (await readFile(CONFIG, 'utf8'))
    .replace('/data', folder)
    .replace('4222', String(port))
    .replace('8222', String(http))
    .replaceAll('<account>', OURS)
    .replaceAll(/^ {4}# (?=[ {}])/gm, '    ')
  const file = join(folder, 'nats.conf')
  await writeFile(file, text)
  const env = { ...process.env, NATS_PASSWORD: 'secret-1', ANALYST_PASSWORD: 'secret-2' }
  const program = await natsServerProgram(undefined, () => undefined)
  const server = spawn(program, ['-c', file], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  server.stderr.on('data', (bytes) => {
    said += bytes
  })
  t.teardown(async () => {
    server.kill('SIGKILL')
    if (server.exitCode === null) await once(server, 'exit')
    await rm(folder, { recursive: true, force: true })
  })
  await eventually(async () => {
    if (server.exitCode !== null) throw new Error(said)
    return (await fetch(`http://127.0.0.1:${http}/healthz`)).ok
  })
  return port
}

test('the processes are let in with their address alone, and nobody without', async (t) => {
  const port = await deployed(t)
  const nats = connectNats(`nats://recado:secret-1@127.0.0.1:${port}`)
  t.teardown(() => nats.close())
  await eventually(() => nats.current() ?? undefined)
  await t.rejects(connect({ servers: `127.0.0.1:${port}` }), /Authorization/i)
})

test("an analyst reads one account's facts and nothing else", async (t) => {
  const port = await deployed(t)
  const servers = `127.0.0.1:${port}`
  const process = await connect({ servers, user: 'recado', pass: 'secret-1' })
  t.teardown(() => process.close())
  const manager = await process.jetstreamManager()
  await manager.streams.add({ name: 'EVENTS', subjects: ['events.>'] })
  for (const account of [OURS, OTHERS]) {
    const filter_subject = `events.${account}.>`
    await manager.consumers.add('EVENTS', {
      durable_name: account,
      filter_subject,
      ack_policy: 'explicit' as never,
    })
    await process.jetstream().publish(`events.${account}.message.MessageReceived`, account)
  }
  const analyst = await connect({
    ...{ servers, user: 'analyst', pass: 'secret-2' },
    inboxPrefix: `_INBOX_${OURS}`,
  })
  t.teardown(() => analyst.close())
  const consumer = await analyst.jetstream().consumers.get('EVENTS', OURS)
  const read = await consumer.next({ expires: 5_000 })
  t.equal(read?.string(), OURS)
  t.ok(await read?.ackAck())
  for (const refused of attempts(analyst)) await t.rejects(refused(), /PERMISSIONS|timeout/i)
})

/** Each way to something else. */
function attempts(analyst: NatsConnection): (() => Promise<unknown>)[] {
  const asks =
    (subject: string, body = '') =>
    () =>
      analyst.request(subject, body, { timeout: 500 })
  const hears = (subject: string) => async () => {
    const subscription = analyst.subscribe(subject)
    for await (const message of subscription) return message
    throw new Error('PERMISSIONS')
  }
  return [
    asks(`$JS.API.CONSUMER.MSG.NEXT.EVENTS.${OTHERS}`),
    asks('$JS.API.STREAM.MSG.GET.EVENTS', '{"seq":1}'),
    asks('$JS.API.DIRECT.GET.EVENTS', '{"seq":1}'),
    asks('$JS.API.CONSUMER.CREATE.EVENTS', '{"stream_name":"EVENTS","config":{}}'),
    asks('$JS.API.STREAM.PURGE.EVENTS'),
    asks(`events.${OURS}.message.MessageReceived`, 'mine'),
    hears('events.>'),
    hears('whatsapp.>'),
    hears('_INBOX.>'),
  ]
}
