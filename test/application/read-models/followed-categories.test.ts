import { readdir, readFile } from 'node:fs/promises'
import { FOLLOWED } from '@recado/application/read-models/followed'
import { test } from 'tap'

const DOMAIN = new URL('../../../domain/', import.meta.url)

test('the read models follow the streams of every aggregate', async (t) => {
  const categories = await categoriesOf(DOMAIN)
  t.ok(categories.length > 10, `the domain has ${categories.length} categories`)
  for (const category of categories) t.ok(FOLLOWED.includes(`${category}-`), category)
})

test('no category is the beginning of another one, so a prefix selects one kind of stream', async (t) => {
  for (const prefix of FOLLOWED)
    t.same(
      FOLLOWED.filter((other) => other.startsWith(prefix)),
      [prefix],
    )
})

async function categoriesOf(folder: URL): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !/^(dist|node_modules)\//.test(file),
  )
  const sources = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))
  return sources.flatMap((source) => /^ {2}category: '(\w+)',$/m.exec(source)?.[1] ?? [])
}
