import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'tap'
import { SOURCE_FLAGS } from '../../kit/node-flags.ts'

type Ran = { readonly code: number; readonly out: string; readonly told: string }

/** Runs one of the two programs over an empty data folder. */
function run(program: 'backup' | 'restore', dataDir: string, ...args: string[]): Promise<Ran> {
  const file = fileURLToPath(import.meta.resolve(`@recado/standalone/backup/${program}-main`))
  const env = {
    ...process.env,
    RECADO_DATA_DIR: dataDir,
    VAULT_KEY: Buffer.alloc(32).toString('base64'),
  }
  return new Promise((resolve) =>
    execFile(process.execPath, [...SOURCE_FLAGS, file, ...args], { env }, (error, out, told) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, told }),
    ),
  )
}

test('backup and restore explain themselves, and tell wrong options from failures', async (t) => {
  const folder = t.testdir({})
  for (const [program, option, wrong] of [
    ['backup', '--to', []],
    ['restore', '--from', ['--fron', 'x']],
  ] as const) {
    t.match(await run(program, folder, '--help'), {
      ...{ code: 0, told: '' },
      out: new RegExp(`npm run ${program} -- ${option} <folder>[^]*Exit codes: 0 done, 1 .*, 2 `),
    })
    const usage = new RegExp(`npm run ${program} -- ${option}`)
    t.match(await run(program, folder, ...wrong), { code: 2, out: '', told: usage })
  }
})

test('a damaged backup is called so, in one line', async (t) => {
  const folder = t.testdir({})
  const from = join(folder, 'from')
  await mkdir(from)
  await writeFile(join(from, 'backup.json'), '{')
  const ran = await run('restore', join(folder, 'data'), '--from', from)
  t.match(ran, {
    code: 1,
    out: '',
    told: /^this backup is damaged: .*backup\.json is not what was written\n$/,
  })
})
