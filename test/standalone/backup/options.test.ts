import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'tap'
import { SOURCE_FLAGS } from '../../kit/node-flags.ts'

type Ran = { readonly code: number; readonly out: string; readonly told: string }

type Program = 'backup' | 'restore'

/** Runs one of the two programs over an empty data folder. */
const run = (program: Program, dataDir: string, ...args: string[]): Promise<Ran> =>
  runWith({}, program, dataDir, ...args)

function runWith(
  settings: Record<string, string>,
  program: Program,
  dataDir: string,
  ...args: string[]
): Promise<Ran> {
  const file = fileURLToPath(import.meta.resolve(`@recado/standalone/backup/${program}-main`))
  const env = {
    ...process.env,
    RECADO_DATA_DIR: dataDir,
    VAULT_KEY: Buffer.alloc(32).toString('base64'),
    ...settings,
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

test('a restore demands the list of erasures, or that nobody wants it', async (t) => {
  const folder = t.testdir({})
  const from = join(folder, 'from')
  await mkdir(from)
  const table = { table: 'events', columns: ['id'], rows: 0, sha256: '0'.repeat(64) }
  const manifest = { made_at: '2026-01-01T00:00:00.000Z', log: [table], vault: [table] }
  await writeFile(join(from, 'backup.json'), JSON.stringify(manifest))
  // Without the vault's key nothing further is done.
  const restore = (ERASURES_DIR: string, ...args: string[]) => {
    const settings = { VAULT_KEY: '', ERASURES_DIR }
    return runWith(settings, 'restore', join(folder, 'data'), '--from', from, ...args)
  }
  const refused = { code: 1, told: /^ERASURES_DIR is missing: .*--without-erasures\n$/ }
  t.match(await restore(''), refused)
  t.match(await restore(join(folder, 'nowhere')), { code: 1, told: /^ENOENT/ })
  t.match(await restore(folder), {
    told: /^1 erasures are in ERASURES_DIR.*\nthe key of the vault/,
  })
  const warned = /^without the list .*are back.*\nthe key of the vault/
  t.match(await restore('', '--without-erasures'), { code: 1, told: warned })
})
