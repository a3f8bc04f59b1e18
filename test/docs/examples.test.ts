import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { test } from 'tap'

const EXAMPLES = new URL('../../examples/', import.meta.url)

test('every example looks for the product where RECADO_DATA_DIR says', async (t) => {
  const names = (await readdir(EXAMPLES)).filter((name) => name.endsWith('.mjs'))
  t.ok(names.length > 0)
  const env = { PATH: process.env.PATH, RECADO_DATA_DIR: '/nonexistent/data' }
  for (const name of names) {
    const run = promisify(execFile)(process.execPath, [name, 'account'], { cwd: EXAMPLES, env })
    const said = await run.then(
      () => '',
      ({ stderr }: { stderr: string }) => stderr,
    )
    t.match(said, '/nonexistent/data/demo.json', name)
  }
})
