import { execFileSync } from 'node:child_process'
import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { oldPictures, PICTURES } from '@recado/build/release/pictures'
import { type Test, test } from 'tap'

const DASHBOARD = new URL('../../../dashboard/', import.meta.url)
const CHANGES = [
  ['dashboard/pages/messages/message-table.tsx', ['home']],
  ['dashboard/parts/shell.tsx', Object.keys(PICTURES)],
  ['dashboard/text/en.ts', []],
] as const

/** A checkout with the dashboard, whose pictures were made last. */
async function checkout(t: Test) {
  const folder = await mkdtemp(join(tmpdir(), 'recado-pictures-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const parts = ['pages', 'parts', 'style', 'text']
  for (const part of parts)
    await cp(new URL(part, DASHBOARD), join(folder, 'dashboard', part), { recursive: true })
  await mkdir(join(folder, 'docs/images'), { recursive: true })
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', '-c', 'core.hooksPath=']
  const git = (...args: string[]) => execFileSync('git', [...who, ...args], { cwd: folder })
  const commit = () => {
    git('add', '--all')
    git('commit', '--quiet', '--message', 'One')
  }
  git('init', '--quiet')
  commit()
  const made = async (names: readonly string[]) => {
    for (const name of names)
      await writeFile(join(folder, `docs/images/${name}.png`), `${Math.random()}`)
    commit()
  }
  await made(Object.keys(PICTURES))
  const change = async (path: string) => {
    await appendFile(join(folder, path), '\n')
    commit()
  }
  return { root: pathToFileURL(`${folder}/`), made, change }
}

test('a picture is old when its page, or a part that it shows, has changed since', async (t) => {
  const { root, made, change } = await checkout(t)
  const old = () => oldPictures(root).map((line) => /images\/(\w+)\.png/.exec(line)?.[1])
  t.same(old(), [])
  for (const [path, names] of CHANGES) {
    await change(path)
    t.same(old(), names, path)
    if (names.length > 0) await made(names)
  }
  t.same(old(), [], 'made anew')
})

test('without a history, no picture counts as new', async (t) => {
  const { root } = await checkout(t)
  await rm(new URL('.git', root), { recursive: true })
  t.match(oldPictures(root), [/in a checkout of git/])
})
