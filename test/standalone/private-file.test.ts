import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writePrivate } from '@recado/standalone/private-file'
import { test } from 'tap'

test('a file written by many at once is always a whole one', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'recado-private-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'demo.json')
  const texts = Array.from({ length: 50 }, (_, n) => `${n}:${'x'.repeat(n * 1_000)}`)
  await Promise.all(texts.map((text) => writePrivate(file, text)))
  t.ok(texts.includes(JSON.parse(await readFile(file, 'utf8'))))
  t.strictSame(await readdir(folder), ['demo.json'], 'nothing is left beside it')
})
