import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '@recado/tools/run-tool'
import { toolConfig } from '@recado/tools/tool-config'
import { type Test, test } from 'tap'

const KEY = Buffer.alloc(32, 7).toString('base64')

async function folder(t: Test): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'recado-tools-'))
  t.teardown(() => rm(dir, { recursive: true, force: true }))
  return dir
}

test('a tool finds the running embedded product', async (t) => {
  const dir = await folder(t)
  const servers = {
    eventstore: 'esdb://127.0.0.1:1?tls=false',
    postgres: 'postgres://127.0.0.1/one',
    vault: 'postgres://127.0.0.1/two',
  }
  const secrets = { vault_key: KEY, app_secret: 'app', waha_hmac_key: 'waha' }
  await writeFile(join(dir, 'demo.json'), JSON.stringify({ servers }))
  await writeFile(join(dir, 'secrets.json'), JSON.stringify(secrets))
  const config = await toolConfig({ RECADO_DATA_DIR: dir })
  t.equal(config.EVENTSTORE_URL, servers.eventstore)
  t.equal(config.VAULT_URL, servers.vault)
  t.equal(config.WHATSAPP_APP_SECRET, 'app')
  const other = 'esdb://127.0.0.1:2?tls=false'
  const mixed = await toolConfig({ RECADO_DATA_DIR: dir, EVENTSTORE_URL: other })
  t.equal(mixed.EVENTSTORE_URL, other, 'the environment takes precedence')
})

test('without a running product the error says what to do', async (t) => {
  const dir = await folder(t)
  const refused = toolConfig({ RECADO_DATA_DIR: dir })
  await t.rejects(refused, UsageError)
  await t.rejects(refused, /npm start.*EVENTSTORE_URL/s)
})

test('a file in the folder names no server elsewhere', async (t) => {
  const dir = await folder(t)
  const secrets = { vault_key: KEY, app_secret: 'app', waha_hmac_key: 'waha' }
  await writeFile(join(dir, 'secrets.json'), JSON.stringify(secrets))
  const here = {
    eventstore: 'esdb://127.0.0.1:1,127.0.0.1:2?tls=false',
    postgres: 'postgres://u:p@localhost:5/one',
    vault: 'postgres://u:p@127.0.0.1/two',
  }
  const set = (servers: object) =>
    writeFile(join(dir, 'demo.json'), JSON.stringify({ servers: { ...here, ...servers } }))
  await set({})
  await t.resolves(toolConfig({ RECADO_DATA_DIR: dir }))
  for (const [servers, name] of [
    [{ eventstore: 'esdb://127.0.0.1:1,evil.example:2' }, 'EVENTSTORE_URL'],
    [{ eventstore: 'esdb://127.0.0.1:1@evil.example:2' }, 'EVENTSTORE_URL'],
    [{ postgres: 'postgres://u:127.0.0.1@evil.example/one' }, 'DATABASE_URL'],
    [{ postgres: 'postgres://127.0.0.1/one?host=evil.example' }, 'DATABASE_URL'],
    [{ postgres: 'postgres://127.0.0.1/one?%68ost=evil.example' }, 'DATABASE_URL'],
    [{ vault: 'evil.example' }, 'VAULT_URL'],
    [{ vault: 'postgres://localhost.evil.example/two' }, 'VAULT_URL'],
  ] as const) {
    await set(servers)
    const refused = toolConfig({ RECADO_DATA_DIR: dir })
    await t.rejects(refused, UsageError, JSON.stringify(servers))
    await t.rejects(
      toolConfig({ RECADO_DATA_DIR: dir }),
      new RegExp(`not on this machine: set ${name}`),
    )
    const elsewhere = name === 'EVENTSTORE_URL' ? 'esdb://db.example:1?tls=true' : 'postgres://db/x'
    await t.resolves(toolConfig({ RECADO_DATA_DIR: dir, [name]: elsewhere }))
  }
})
