import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readConfig } from '@recado/infra/config'
import { UsageError } from '@recado/tools/run-tool'
import { setupTool } from '@recado/tools/setup/setup-tool'
import { t as file, test } from 'tap'

const folder = await mkdtemp(join(tmpdir(), 'recado-setup-'))
file.teardown(() => rm(folder, { recursive: true }))

const run = async (...args: string[]) => {
  const said: string[] = []
  const print = async (line: string) => void said.push(line)
  const code = await setupTool({ args, env: {}, print, note: (line) => void said.push(line) })
  return { code, said: said.join('\n') }
}
const filled = (text: string) =>
  Object.entries(parseEnv(text)).filter(([, value]) => value !== '') as [string, string][]

test('a file of settings has fresh secrets, and its maker is told what else it needs', async (t) => {
  const paths = [join(folder, 'one.env'), join(folder, 'two.env')] as const
  for (const path of paths) {
    const { code, said } = await run(path)
    t.equal(code, 0)
    for (const name of ['PUBLIC_URL', 'WHATSAPP_APP_SECRET', 'VAULT_KEY']) t.match(said, name)
    t.equal((await stat(path)).mode & 0o777, 0o600)
  }
  const [one, two] = await Promise.all(
    paths.map(async (path) => filled(await readFile(path, 'utf8'))),
  )
  const values = [...(one ?? []), ...(two ?? [])].map(([, value]) => value)
  t.equal(new Set(values).size, values.length, 'no secret is used twice')
  t.ok(values.every((value) => /^([0-9a-f]{48}|[A-Za-z0-9+/]{43}=)$/.test(value)))
  t.ok((one ?? []).length >= 12)
  await t.resolves(async () =>
    readConfig({
      ...Object.fromEntries(one ?? []),
      EVENTSTORE_URL: 'esdb://127.0.0.1:2113',
      DATABASE_URL: 'postgres://127.0.0.1/recado',
      VAULT_URL: 'postgres://127.0.0.1/vault',
      NATS_URL: 'nats://127.0.0.1',
    }),
  )
})

test('no file is written over, and wrong options say how to call it', async (t) => {
  const path = join(folder, 'kept.env')
  await run(path)
  const before = await readFile(path, 'utf8')
  await t.rejects(
    run(path),
    new UsageError(`${path} exists, and holds keys that cannot be made again: name another file`),
  )
  t.equal(await readFile(path, 'utf8'), before)
  for (const args of [[], ['--force', path], [path, path]])
    await t.rejects(run(...args), UsageError)
  t.match(await run('--help'), { code: 0, said: /npm run setup/ })
})
