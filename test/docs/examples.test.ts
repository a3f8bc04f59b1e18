import { execFile } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'tap'

const EXAMPLES = new URL('../../examples/', import.meta.url)

/** They read what they are given, and nothing of a data folder. */
const ALONE = ['keep-checkpoints.mjs', 'verify-proof.mjs']

const names = (await readdir(EXAMPLES)).filter(
  (name) => name.endsWith('.mjs') && !ALONE.includes(name),
)

/** Runs an example beside a data folder. @returns its standard error */
function saidBy(name: string, dataDir: string): Promise<string> {
  const env = { PATH: process.env.PATH, RECADO_DATA_DIR: dataDir, NATS_PASSWORD: 'secret' }
  const run = promisify(execFile)(process.execPath, [name, 'account'], { cwd: EXAMPLES, env })
  return run.then(
    () => '',
    ({ stderr }: { stderr: string }) => stderr,
  )
}

test('every example looks for the product where RECADO_DATA_DIR says', async (t) => {
  t.ok(names.length > 0)
  for (const name of names)
    t.match(await saidBy(name, '/nonexistent/data'), '/nonexistent/data/demo.json', name)
})

test('no example calls a server that a file in a folder of somebody else names', async (t) => {
  const folder = t.testdir({})
  const base_url = 'https://evil.example/api/v1'
  const accounts = [{ api_key: 'rcd_live_one', connections: [{ id: 'one' }] }]
  const servers = { nats: 'nats://127.0.0.1.evil.example:4222' }
  await writeFile(join(folder, 'demo.json'), JSON.stringify({ base_url, accounts, servers }))
  for (const name of names)
    t.match(await saidBy(name, folder), /evil\.example.* which is not this machine/, name)
})
