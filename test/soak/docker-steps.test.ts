import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'tap'
import { startBundle } from '../kit/bundles.ts'
import { type Ends, endAll } from '../kit/ends.ts'
import { environmentOf } from '../kit/product-process.ts'
import { startServers } from '../kit/product-servers.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

test('the steps of the Dockerfile, run as plain commands, make processes that start from dist/ alone', async (t) => {
  const ends: Ends = []
  t.teardown(() => endAll(ends))
  const folder = await mkdtemp(join(tmpdir(), 'recado-docker-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const source = join(folder, 'src')
  const { stdout } = await run('git', ['-C', ROOT, 'ls-files', '-z'], { maxBuffer: 2 ** 24 })
  for (const file of stdout.split('\0').filter(Boolean))
    await cp(join(ROOT, file), join(source, file))
  const dockerfile = await readFile(join(ROOT, 'Dockerfile'), 'utf8')
  const steps = [...dockerfile.matchAll(/^RUN (.+)$/gm)].map(([, step]) => String(step))
  t.ok(steps.length > 0)
  for (const step of steps) await run('sh', ['-c', step], { cwd: source, maxBuffer: 2 ** 26 })
  // The image holds only this folder and Node.
  const image = join(folder, 'recado')
  await cp(join(source, 'dist'), image, { recursive: true })
  await rm(source, { recursive: true, force: true })
  const settings = environmentOf(await startServers({}, ends))
  for (const name of ['projectors', 'command-api', 'query-api']) {
    t.ok(dockerfile.includes(`${name}.mjs`), `the file has the command of ${name} is started`)
    const { internal } = await startBundle(image, name, settings, ends)
    t.equal((await fetch(`${internal}/readyz`)).status, 200, name)
  }
})
