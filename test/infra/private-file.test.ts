import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPrivate, writePrivate } from '@recado/infra/private-file'
import { loadSecrets } from '@recado/standalone/secrets'
import { test } from 'tap'

test('a file written by many at once is always complete', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'recado-private-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'demo.json')
  const texts = Array.from({ length: 50 }, (_, n) => `${n}:${'x'.repeat(n * 1_000)}`)
  await Promise.all(texts.map((text) => writePrivate(file, text)))
  t.ok(texts.includes(JSON.parse(await readFile(file, 'utf8'))))
  t.strictSame(await readdir(folder), ['demo.json'], 'nothing is left beside it')
})

test('a failed write leaves nothing behind, and a damaged file is named', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'recado-private-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const taken = join(folder, 'taken.json')
  await mkdir(join(taken, 'something'), { recursive: true })
  await t.rejects(writePrivate(taken, {}))
  t.strictSame(await readdir(folder), ['taken.json'])
  const half = join(folder, 'half.json')
  await writeFile(half, '{"vault_key": "x')
  await t.rejects(readPrivate(half), { message: /half\.json is damaged/ })
})

test('complete secrets are not written again', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'recado-private-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const made = await loadSecrets(folder)
  const before = await stat(join(folder, 'secrets.json'))
  t.strictSame(await loadSecrets(folder), made)
  t.equal((await stat(join(folder, 'secrets.json'))).ino, before.ino)
  await writePrivate(join(folder, 'secrets.json'), { vault_key: made.vault_key })
  const completed = await loadSecrets(folder)
  t.equal(completed.vault_key, made.vault_key)
  t.strictSame(await readPrivate(join(folder, 'secrets.json')), completed)
})
