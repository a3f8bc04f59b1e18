import { access } from 'node:fs/promises'
import { test } from 'tap'
import { CONTRACT, FIRST_PATH } from './files.ts'

test('the files that verify:eventstore runs exist', async (t) => {
  for (const file of [...CONTRACT, FIRST_PATH]) await t.resolves(access(`test/${file}`), file)
})
