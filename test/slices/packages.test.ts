import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { t as file, type Test, test } from 'tap'
import { startLossyGateway } from '../kit/lossy-gateway.ts'
import { NODE_FLAGS } from '../kit/node-flags.ts'
import { installNode, NODE_RELEASES } from '../kit/node-releases.ts'
import { startWorld } from '../kit/world.ts'
import { firstPathOn } from './first-path-on.ts'

/** What a call of the command may cost above an empty program, seconds of processor time. */
const CALL_SECONDS = 0.15

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
// Not below the repository, whose packages would be found too.
const folder = await mkdtemp(join(tmpdir(), 'recado-packages-'))
const project = join(folder, 'project')
const command = join(project, 'node_modules/recado/recado.mjs')
const npm = (...args: string[]) => run('npm', args, { cwd: project })

const world = await startWorld()
const gateway = await startLossyGateway(() => world.product())
file.teardown(async () => {
  await gateway.stop()
  await world.stop()
  await rm(folder, { recursive: true, force: true })
})
const env = {
  PATH: process.env.PATH ?? '',
  HOME: folder,
  RECADO_API_KEY: world.tenant.key,
  RECADO_BASE_URL: gateway.url,
}

test('the release says what it would publish, and an empty project installs it', async (t) => {
  const release = fileURLToPath(new URL('../../build/release.ts', import.meta.url))
  const args = [...NODE_FLAGS, release, '--dry-run', '--out', folder]
  const { stdout } = await run(process.execPath, args, { cwd: root })
  t.match(stdout, /would publish @recado\/client@[\d.]+, \d+ bytes: recado-client-/)
  t.match(stdout, /would publish recado@[\d.]+, \d+ bytes: recado-\d/)
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{"private":true}')
  const packed = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  const files = packed.map((name) => join(folder, name))
  await npm('install', '--prefer-offline', '--no-audit', '--no-fund', ...files, '@types/node@20')
  const ours = await readFile(join(project, 'node_modules/recado/package.json'), 'utf8')
  t.notOk('dependencies' in JSON.parse(ours), 'the command needs no other package')
})

test('the examples of both READMEs run as they are written there', async (t) => {
  for (const [n, code] of (await blocksOf('@recado/client', 'ts')).entries()) {
    await writeFile(join(project, `example-${n}.mjs`), code)
    await t.resolves(run(process.execPath, [`example-${n}.mjs`], { cwd: project, env }), code)
  }
  const lines = (await blocksOf('recado', '')).flatMap((block) => block.split('\n'))
  const calls = lines.filter((line) => line.startsWith('recado '))
  t.ok(calls.length > 0)
  for (const line of calls)
    t.match(await call(line.split(' ').slice(1)), { stdout: /ok +key/ }, line)
})

test('the client is typed for import and for require, and runs either way', async (t) => {
  const names = ['typed.mts', 'typed.cts']
  for (const name of names) await writeFile(join(project, name), TYPED)
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--types', 'node']
  const options = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom', ...strict]
  await t.resolves(
    run(process.execPath, [tsc, ...options, ...names], { cwd: project }).catch(({ stdout }) =>
      Promise.reject(new Error(stdout)),
    ),
  )
  await runs(t, process.execPath)
})

for (const release of NODE_RELEASES)
  test(`client, command and the first path run on Node ${release}`, async (t) => {
    const node = await installNode(release, folder)
    t.match((await run(node, ['--version'])).stdout, `v${release}.`)
    await runs(t, node)
    t.match(await run(node, [command, 'doctor'], { env }), { stdout: /ok +key/ })
    await firstPathOn(t, node)
  })

test('a call of the command costs little more than an empty program', async (t) => {
  const bare = await leastSeconds('-e', '0')
  const help = await leastSeconds(command, '--help')
  t.comment(`an empty program costs ${bare} s of processor time, recado --help ${help} s`)
  t.ok(help - bare <= CALL_SECONDS)
})

const TYPED = `
import { createRecado, type Recado, RecadoError, verifyWebhook, type WhatsappEvent } from '@recado/client'
const recado: Recado = createRecado({ apiKey: 'a' })
export async function nameOfFirst(): Promise<string | null | undefined> {
  const { data } = await recado.GET('/contacts')
  return data.data[0]?.name
}
export const isReceived = (event: WhatsappEvent) => event.type === 'whatsapp.message.received'
export const values = [RecadoError, verifyWebhook]
// @ts-expect-error: there is no such path.
export const none = recado.GET('/nothing')
`

/** Lists the numbers, once by `import` and once by `require`. */
async function runs(t: Test, node: string): Promise<void> {
  const use = `const { RECADO_API_KEY: apiKey, RECADO_BASE_URL: baseUrl } = process.env
createRecado({ apiKey, baseUrl }).GET('/connections').then(({ data }) => console.log(data.data.length))
if (typeof verifyWebhook !== 'function' || !(RecadoError.prototype instanceof Error)) throw new Error()`
  const names = '{ createRecado, RecadoError, verifyWebhook }'
  await writeFile(join(project, 'by.mjs'), `import ${names} from '@recado/client'\n${use}`)
  await writeFile(join(project, 'by.cjs'), `const ${names} = require('@recado/client')\n${use}`)
  for (const name of ['by.mjs', 'by.cjs'])
    t.match(await run(node, [name], { cwd: project, env }), { stdout: '1\n', stderr: '' }, name)
}

async function blocksOf(name: string, language: string): Promise<string[]> {
  const text = await readFile(join(project, 'node_modules', name, 'README.md'), 'utf8')
  const blocks = [...text.matchAll(/```(\w*)\n([\s\S]*?)```/g)]
  return blocks.filter(([, is]) => is === language).map(([, , code = '']) => code)
}

const call = (args: readonly string[]) =>
  run(join(project, 'node_modules/.bin/recado'), args, { cwd: project, env })

/** The least processor time of ten runs of Node, as the shell counts its children. */
async function leastSeconds(...args: string[]): Promise<number> {
  const seconds: number[] = []
  for (let n = 0; n < 10; n++) {
    const script = '"$0" "$@" > /dev/null; times'
    const { stdout } = await run('sh', ['-c', script, process.execPath, ...args], { env })
    const [, children = ''] = stdout.trim().split('\n')
    const times = [...children.matchAll(/(\d+)m([\d.]+)s/g)]
    seconds.push(times.reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0))
  }
  return Math.min(...seconds)
}
