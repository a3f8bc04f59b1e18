import { readFile } from 'node:fs/promises'
import { t as file, test } from 'tap'
import { askDuck, type DuckRows } from '../tools/export/duck.ts'
import { runExport, temporaryFolder } from '../tools/export/exporting.ts'
import { seededLog } from '../tools/export/seeded-log.ts'
import { seedAnalytics } from './analytics-world.ts'

const log = await seededLog('analytics')
file.teardown(() => log.stop())
await seedAnalytics(log)

const DOCUMENT = new URL('../../docs/analytics.md', import.meta.url)
const QUESTION = /^### (.*)$[^#]*?```sql\n([^`]*)```\n\n((?:\|.*\n)+)/gm

const questions = [...(await readFile(DOCUMENT, 'utf8')).matchAll(QUESTION)]

test('the document has three questions', async (t) => t.equal(questions.length, 3))

for (const format of ['parquet', 'ndjson']) {
  for (const [, title, sql = '', answer] of questions)
    test(`${title}: the result over ${format} is the one in the document`, async (t) => {
      const out = await temporaryFolder(t)
      await runExport(['--format', format, '--out', out], { EVENTSTORE_URL: log.url })
      t.equal(table(await askDuck(out, sql)), answer)
    })
}

function table(rows: DuckRows): string {
  const names = Object.keys(rows[0] ?? {})
  const lines = [
    names,
    names.map(() => '---'),
    ...rows.map((row) => names.map((name) => row[name])),
  ]
  return lines
    .map((cells, i) => (i === 1 ? `|${cells.join('|')}|\n` : `| ${cells.join(' | ')} |\n`))
    .join('')
}
