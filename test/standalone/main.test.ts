import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { NODE_FLAGS } from '../kit/node-flags.ts'
import { isGone } from '../kit/processes.ts'
import { startRecado } from '../kit/recado-command.ts'
import { dataFolder, start, started } from '../kit/standalone.ts'

test('one command starts everything, Ctrl-C stops it, and the data is kept', async (t) => {
  const dataDir = await dataFolder(t)
  const first = await started(t, dataDir, { HOST: '127.0.0.2' })
  const demo = await first.demo()
  t.match(demo.base_url, '//127.0.0.2:', 'it listens only on that address, and is seeded there')
  const [account] = demo.accounts
  if (account === undefined) throw new Error('no account was seeded')
  const connections = await connectionsOf(demo.base_url, account.api_key)
  t.strictSame(
    connections.map(({ id }) => id),
    account.connections.map(({ id }) => id),
  )
  // The unofficial number is paired; the list follows the connection itself, which the start waited for.
  await eventually(async () => {
    const listed = await connectionsOf(demo.base_url, account.api_key)
    return listed.length === 2 && listed.every(({ status }) => status === 'connected')
  })
  const rival = start(t, dataDir)
  t.equal(await rival.exit, 1)
  t.match(rival.output(), /already runs on .*: stop it first, or set RECADO_DATA_DIR/)
  t.equal(rival.output().trim().split('\n').length, 1, 'the error is one line with instructions')

  const audit = await audited(dataDir)
  t.match(audit, { code: 0, output: /\d+ events, 0 differences, \d+ unprovable\n$/ })

  // As a user types it, without options for address or key.
  const doctor = startRecado({ RECADO_DATA_DIR: dataDir, HOME: dataDir }, 'doctor')
  t.teardown(() => doctor.kill())
  t.equal(await doctor.ended, 0, doctor.out())
  for (const what of ['server', 'clock', 'key', 'numbers', 'reads'])
    t.match(doctor.out(), new RegExp(`^ok +${what} `, 'm'), what)

  first.child.kill('SIGINT')
  t.equal(await first.exit, 0)
  t.ok(Object.values(demo.pids).every(isGone))
  await t.rejects(readFile(join(dataDir, 'demo.json')))
  t.match(await audited(dataDir), { code: 2, output: /start it there with npm start/ })

  // A URL does not show this port, and without the right to it another one is taken.
  const second = await started(t, dataDir, { HOST: '127.0.0.2', PORT: '80' })
  const again = await second.demo()
  t.strictSame(again.accounts, demo.accounts)
  t.equal((await connectionsOf(again.base_url, account.api_key)).length, 2)
  t.equal(await sendVia(again.base_url, account.api_key, account.connections.at(-1)?.id), 202)
  second.child.kill('SIGTERM')
  t.equal(await second.exit, 0)
})

/** Runs `npm run audit` beside the running product. */
async function audited(dataDir: string): Promise<{ code: number | null; output: string }> {
  const main = fileURLToPath(import.meta.resolve('@recado/tools/audit/main'))
  const flags = [...NODE_FLAGS, main]
  const env = { PATH: process.env.PATH ?? '', RECADO_DATA_DIR: dataDir }
  const child = spawn(process.execPath, flags, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stderr, child.stdout])
    stream.on('data', (text: Buffer) => {
      output += String(text)
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

async function connectionsOf(
  baseUrl: string,
  key: string,
): Promise<{ id: string; status: string }[]> {
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch(`${baseUrl}/connections`, { headers })
  return JSON.parse(await answer.text()).data
}

/** Sends a text through a connection. @returns the status, or 0 if the message was not accepted */
async function sendVia(baseUrl: string, key: string, connection_id = ''): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ connection_id, recipient: { phone: '5531987654321' }, text: 'Oi' })
  const answer = await fetch(`${baseUrl}/messages/text`, { method: 'POST', headers, body })
  const { data } = (await answer.json()) as { data?: { accepted: boolean } }
  return data?.accepted === true ? answer.status : 0
}
