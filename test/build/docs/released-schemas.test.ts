import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { releasedSchemas } from '@recado/build/docs/released-schemas'
import { test } from 'tap'

/** An empty repository. */
async function repository() {
  const folder = await mkdtemp(join(tmpdir(), 'recado-released-'))
  const name = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  const git = (...args: string[]) =>
    promisify(execFile)('git', [...name, '-c', 'commit.gpgsign=false', ...args], { cwd: folder })
  await git('init', '--quiet')
  await mkdir(join(folder, 'docs'))
  return {
    folder,
    async commit(schemas: string, tag?: string) {
      await writeFile(join(folder, 'docs/schemas.json'), schemas)
      await git('add', '.')
      await git('commit', '--quiet', '--message', 'Schemas')
      if (tag !== undefined) await git('tag', tag)
    },
    end: () => rm(folder, { recursive: true, force: true }),
  }
}

test('the schemas of the latest release are found, whatever was committed since', async (t) => {
  const { folder, commit, end } = await repository()
  t.teardown(end)
  await commit('early', 'v0.9.0')
  t.equal(await releasedSchemas(folder), null, 'nothing was promised yet')
  await commit('first', 'v1.0.0')
  await commit('since')
  await writeFile(join(folder, 'docs/schemas.json'), 'by hand')
  t.equal(await releasedSchemas(folder), 'first')
  await commit('second', 'v1.1.0')
  t.equal(await releasedSchemas(folder), 'second')
})

test('without a repository there are no released schemas', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'recado-released-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  t.equal(await releasedSchemas(folder), null)
})
