import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { nativeNames } from '@recado/infra/providers/native-names'
import { PROVIDERS } from '@recado/infra/providers/providers'
import { ENGINE_DDL } from '@recado/projectors/engine/read-model-schema'
import { test } from 'tap'
import { projections } from '../../kit/projections.ts'

/** The tables of a version of the read models, as the hash of their definitions and of the names that divide a list. */
const TABLES = { schema: 'read_25', hash: 'd1df58a6510a7fdd' }

test('changed table definitions have a new schema version', async (t) => {
  const files = [ENGINE_DDL, ...projections.map(({ ddl }) => ddl)]
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const names = [...nativeNames(PROVIDERS)]
  const hash = createHash('sha256')
    .update([...texts, ...names].join('\n'))
    .digest('hex')
    .slice(0, 16)
  t.same(
    { schema: READ_SCHEMA, hash },
    TABLES,
    'raise READ_SCHEMA unless it was raised since the last release, and write the new pair here',
  )
})
