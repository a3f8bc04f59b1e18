import { readFile } from 'node:fs/promises'
import { examples } from '@recado/contract/examples'
import { test } from 'tap'

test('every example is what its schema says', (t) => {
  for (const [name, { schema, value }] of Object.entries(examples))
    t.same(schema.parse(value), value, name)
  t.end()
})

test('every resource of the description has an example', async (t) => {
  const file = new URL('../../docs/openapi.json', import.meta.url)
  const { components } = JSON.parse(await readFile(file, 'utf8')) as {
    components: { schemas: Record<string, { examples?: unknown[] }> }
  }
  for (const [name, schema] of Object.entries(components.schemas))
    t.ok((schema.examples?.length ?? 0) > 0, name)
})
