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
