import { readFile } from 'node:fs/promises'
import { compareSchemas } from '@recado/build/docs/compare-schemas'
import { test } from 'tap'

const committed = await readFile(new URL('../../../docs/schemas.json', import.meta.url), 'utf8')
const { facts, webhooks } = JSON.parse(committed)
const { StageAdded: _, ...fewer } = facts
const lacking = JSON.stringify({ facts: fewer, webhooks })

test('a removed fact is reported before the first release, and refused from then on', async (t) => {
  const early = compareSchemas(committed, lacking, '0.9.0')
  t.match(early.message, /StageAdded is removed/)
  t.equal(early.isRefused, false)
  for (const version of ['1.0.0', '1.2.3', '10.0.0']) {
    const { message, isRefused } = compareSchemas(committed, lacking, version)
    t.match(message, /StageAdded is removed/)
    t.equal(isRefused, true, version)
  }
})

test('additions are not reported', async (t) => {
  t.same(compareSchemas(lacking, committed, '1.0.0'), { message: null, isRefused: false })
  t.same(compareSchemas(committed, committed, '1.0.0'), { message: null, isRefused: false })
})
