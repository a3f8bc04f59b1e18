import { exportTables, exportTablesModule } from '@recado/build/docs/export-tables'
import type { FactType } from '@recado/build/docs/fact-types'
import type { Schema } from '@recado/build/docs/schema'
import { test } from 'tap'

/** A fact of the category `thing`. Its raw fields are those of the fact with its name. */
function fact(name: string, properties: Readonly<Record<string, Schema>>): FactType {
  const category = { name: 'thing', folder: 'thing', id: '<thing>', about: '' }
  return { name, category, description: '', data: { type: 'object', properties } }
}

const columnsOf = (...facts: readonly FactType[]) => exportTables(facts, {}).thing

test('a column has the kind of its field', async (t) => {
  const columns = columnsOf(
    fact('ThingSeen', {
      name: { type: ['string', 'null'] },
      status: { type: 'string', enum: ['a', 'b'] },
      seen_at: { type: 'string' },
      held_until: { type: 'string' },
      provider_timestamp: { type: 'string' },
      not_before: { type: ['string', 'null'] },
      attempt: { type: 'number' },
      active: { type: 'boolean' },
      events: { type: 'array', items: { type: 'string' } },
      body: { anyOf: [{ type: 'object' }, { type: 'string' }] },
      mixed: { type: ['string', 'number'] },
    }),
  )
  t.same(columns, {
    name: 'text',
    status: 'text',
    seen_at: 'timestamp',
    held_until: 'timestamp',
    provider_timestamp: 'timestamp',
    not_before: 'timestamp',
    attempt: 'integer',
    active: 'boolean',
    events: 'json',
    body: 'json',
    mixed: 'json',
  })
})

test('facts of a category share their columns; a field of two kinds is json', async (t) => {
  const columns = columnsOf(
    fact('ThingSeen', { id: { type: 'string' }, size: { type: 'number' } }),
    fact('ThingGone', { id: { type: 'string' }, size: { type: 'string' } }),
  )
  t.same(columns, { id: 'text', size: 'json' })
})

test('raw fields have no column, and those of an intent have their own', async (t) => {
  const native = { type: 'object' }
  const intent = { properties: { text: { type: 'string' }, size: { type: 'number' } } }
  const sent = { attempt: { type: 'number' }, request: native, answer: native, intent }
  t.same(columnsOf(fact('MessageSent', sent)), {
    attempt: 'integer',
    intent_text: 'text',
    intent_size: 'integer',
  })
})

test('known tables and columns keep their places, new ones follow, and gone ones leave', async (t) => {
  const seen = fact('ThingSeen', {
    added: { type: 'string' },
    id: { type: 'string' },
    seen_at: { type: 'string' },
  })
  const other = { ...seen, category: { ...seen.category, name: 'other' } }
  const hidden = { ...seen, category: { ...seen.category, name: 'providerPost' } }
  const earlier = {
    thing: { seen_at: 'timestamp', gone: 'text', id: 'text' },
    gone: { id: 'text' },
  }
  const tables = exportTables([other, hidden, seen], earlier)
  t.same(Object.keys(tables), ['thing', 'other'])
  t.same(Object.entries(tables.thing ?? {}), [
    ['seen_at', 'timestamp'],
    ['id', 'text'],
    ['added', 'text'],
  ])
  t.same(exportTables([other, hidden, seen], tables), tables)
})

test('the module has a line for each column', async (t) => {
  const text = exportTablesModule({ thing: { id: 'text', seen_at: 'timestamp' } })
  t.ok(text.endsWith("= {\n  thing: {\n    id: 'text',\n    seen_at: 'timestamp',\n  },\n}\n"))
})
