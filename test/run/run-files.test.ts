import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Test, test } from 'tap'
import { runFiles } from './run-files.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'recado-run-files-'))

/** Runs one file, which prints and then ends as given. @returns what the run says about it */
async function ran(t: Test, output: string, end = '') {
  const file = join(folder, `${t.name.replace(/\W+/g, '-')}.mjs`)
  await writeFile(file, `process.stdout.write(${JSON.stringify(output)});${end}`)
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const passed = await runFiles([file], { root: ROOT, env: process.env, seconds: 60, say })
  return { passed, said: lines.at(-2)?.replace(/ - .*\n/, ''), total: lines.at(-1) }
}

test('a run of test files', async (t) => {
  t.teardown(() => rm(folder, { recursive: true }))
  const all = 'ok 1\n1..1\n# { total: 3, pass: 2, skip: 1 }\n# time=1ms\n'
  await t.test('counts what a file says', async (t) => {
    const total = '# { total: 3, pass: 2, skip: 1 }'
    t.same(await ran(t, all), { passed: true, said: 'ok 1', total })
  })
  await t.test('fails by an assertion, whatever the exit code', async (t) => {
    const output = 'not ok 1\n# { total: 2, pass: 1, fail: 1 }\n'
    const total = '# { total: 2, pass: 1, fail: 1 }'
    t.same(await ran(t, output), { passed: false, said: 'not ok 1', total })
  })
  const broken = {
    passed: false,
    said: 'not ok 1',
    total: '# { total: 4, pass: 2, skip: 1, fail: 1 }',
  }
  await t.test('fails by an exit code after the last assertion', async (t) => {
    t.same(await ran(t, all, 'process.exitCode = 7'), broken)
  })
  await t.test('fails by a signal', async (t) => {
    t.same(await ran(t, all, "process.kill(process.pid, 'SIGKILL')"), broken)
  })
  await t.test('fails by a file that breaks off', async (t) => {
    t.same(await ran(t, 'ok 1\n', 'process.exit(0)'), {
      ...{ passed: false, said: 'not ok 1' },
      total: '# { total: 1, fail: 1 }',
    })
  })
})
