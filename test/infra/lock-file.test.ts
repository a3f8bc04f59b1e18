import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acquireLockFile, releaseLockFile } from '@recado/infra/lock-file'
import { type Test, test } from 'tap'

const OURS = String(process.pid)

async function fileIn(t: Test) {
  const folder = await mkdtemp(join(tmpdir(), 'recado-only-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return { folder, file: join(folder, 'the.pid') }
}

test('a file is held by one process until that process releases it or ends', async (t) => {
  const { folder, file } = await fileIn(t)
  await writeFile(file, '4242\n')
  t.match(await acquireLockFile(file, (pid) => pid === 4242), { by: 4242 })
  const held = await acquireLockFile(file, () => false)
  t.equal((await readFile(file, 'utf8')).trim(), OURS)
  if (held.by === 'us') await held.release()
  t.same(await readdir(folder), [])
})

test("a new holder's file is not removed by another process that starts at the same time", async (t) => {
  const { folder, file } = await fileIn(t)
  // Both processes saw the ended process 4242; the other one was faster.
  await writeFile(file, '4243\n')
  await releaseLockFile(file, 4242)
  t.equal(await readFile(file, 'utf8'), '4243\n')
  t.same(await readdir(folder), ['the.pid'])
})

test('a file that another process holds by now is not removed on release', async (t) => {
  const { file } = await fileIn(t)
  const held = await acquireLockFile(file, () => false)
  await writeFile(file, '4243\n')
  if (held.by === 'us') await held.release()
  t.equal(await readFile(file, 'utf8'), '4243\n')
})
