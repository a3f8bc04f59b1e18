import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { t as file, test } from 'tap'
import { type Ends, endAll } from '../kit/ends.ts'
import { eventually } from '../kit/eventually.ts'
import { NODE_FLAGS } from '../kit/node-flags.ts'
import { OPERATOR_TOKEN, startServers } from '../kit/product-servers.ts'
import { scriptedStore } from './event-store/scripted-store.ts'

const ends: Ends = []
const servers = await startServers({}, ends)
const settings = {
  EVENTSTORE_URL: servers.EVENTSTORE_URL,
  DATABASE_URL: servers.DATABASE_URL,
  VAULT_URL: servers.VAULT_URL,
  NATS_URL: servers.NATS_URL,
  VAULT_KEY: servers.VAULT_KEY.toString('base64'),
  OPERATOR_TOKEN,
  HOST: '127.0.0.1',
  PORT: '0',
  INTERNAL_PORT: '0',
}

type Program = { child: ChildProcess; output: () => string; exit: Promise<number | null> }

const PROGRAMS = {
  'command-api': import.meta.resolve('@recado/command-api/main'),
  'query-api': import.meta.resolve('@recado/query-api/main'),
}

function start(api: keyof typeof PROGRAMS, env: Record<string, string>): Program {
  const main = fileURLToPath(PROGRAMS[api])
  const child = fork(main, {
    env: { PATH: process.env.PATH ?? '', ...env },
    execArgv: [...NODE_FLAGS],
    silent: true,
  })
  ends.push(async () => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  // Node emits no 'close' event for a child whose IPC channel the parent has closed.
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  return { child, output: () => output, exit }
}

async function portsOf({ child }: Program): Promise<{ port: number; internal_port: number }> {
  const [message] = await once(child, 'message')
  return message as { ready: true; port: number; internal_port: number }
}

test('both APIs start, serve requests, and stop gracefully', async (t) => {
  const command = start('command-api', settings)
  const query = start('query-api', settings)
  const [commands, queries] = await Promise.all([portsOf(command), portsOf(query)])
  const [commandPort, queryPort] = [commands.port, queries.port]

  for (const { port, internal_port } of [commands, queries]) {
    const ready = await fetch(`http://127.0.0.1:${internal_port}/readyz`)
    // No projector runs here, so there are no read models.
    const checks = { postgres: true, read_models: false }
    t.match({ status: ready.status, body: await ready.json() }, { status: 503, body: { checks } })
    for (const inside of ['readyz', 'metrics'])
      t.equal((await fetch(`http://127.0.0.1:${port}/${inside}`)).status, 404, inside)
    t.equal((await fetch(`http://127.0.0.1:${port}/livez`)).status, 200)
  }
  const opened = await fetch(`http://127.0.0.1:${commandPort}/operator/v1/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Loja', plan: 'basic' }),
  })
  t.equal(opened.status, 201, await opened.text())
  const document = await fetch(`http://127.0.0.1:${queryPort}/api/v1/openapi.json`)
  t.match(await document.json(), { openapi: '3.1.0', info: { version: '1.1.0' } })
  const elsewhere = await fetch(`http://127.0.0.1:${queryPort}/api/v1/messages/text`, {
    method: 'PUT',
  })
  t.equal(elsewhere.status, 405)
  t.match(elsewhere.headers.get('allow'), /POST/, 'the other API is known')

  for (const { output } of [command, query]) {
    t.match(output(), /the read models are not created yet/)
    t.notMatch(output(), /"stack"/, 'a first start on a fresh database is no trouble')
  }
  command.child.kill('SIGTERM')
  t.equal(await command.exit, 0, command.output())
  // The state that a parent process leaves when it dies.
  query.child.disconnect()
  t.equal(await query.exit, 0, query.output())
})

test('at start a process waits for the event store and logs why', async (t) => {
  const env = { ...settings, EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false' }
  const program = start('query-api', env)
  await eventually(() => /reading how the log begins/.test(program.output()))
  program.child.disconnect()
  t.equal(await program.exit, 0, 'and it ends when its parent does')
})

test('missing settings are named', async (t) => {
  const program = start('command-api', { ...settings, DATABASE_URL: '', PORT: 'http' })
  t.equal(await program.exit, 1)
  // The last output of a process may be read after the process has ended.
  await eventually(() => program.output().includes('PORT must'))
  t.match(program.output(), /DATABASE_URL is required: Postgres of the read models/)
  t.match(program.output(), /PORT must be a whole number/)
  t.notMatch(program.output(), /\n\s+at |readConfig/, 'without a stack')
})

test('a process does not start on an event store of an unsupported release, and says why', async (t) => {
  const old = await scriptedStore({ version: '22.10.5' })
  t.teardown(() => old.close())
  for (const api of ['command-api', 'query-api'] as const) {
    const { exit, output } = start(api, { ...settings, EVENTSTORE_URL: old.url })
    t.equal(await exit, 1, api)
    await eventually(() => output().includes('is needed'))
    t.match(output(), 'EventStoreDB 23.10 or newer is needed; this one is 22.10.5')
  }
})

file.teardown(() => endAll(ends))
