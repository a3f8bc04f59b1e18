import { openRowBuffer } from '@recado/projectors/engine/row-buffer'
import { openRowCache } from '@recado/projectors/engine/row-cache'
import { table } from '@recado/projectors/engine/table'
import { test } from 'tap'

const tables = [table<{ id: string }>({ name: 'cards' })] as unknown as Parameters<
  typeof openRowCache
>[0]

test('a new row that was never written is not cached as absent, because Postgres was not asked', async (t) => {
  const cache = openRowCache(tables)
  const buffer = openRowBuffer(cache)
  buffer.addNew('cards', 'made', 'new')
  buffer.addNew('cards', 'left', 'new')
  buffer.addNew('cards', 'first', 'first')
  buffer.add('cards', 'looked for', undefined)
  const made = buffer.find('cards', 'made')
  t.same(made?.now, undefined)
  if (made !== undefined) made.now = { id: 'made' }
  buffer.commit()
  t.same(cache.get('cards', 'made'), { id: 'made' })
  t.equal(cache.get('cards', 'left'), undefined)
  t.equal(cache.get('cards', 'looked for'), false)
  t.equal(cache.get('cards', 'first'), false)
})

test('a known row is not replaced by the assumption that it is new', async (t) => {
  const cache = openRowCache(tables)
  cache.set('cards', 'kept', { id: 'kept' })
  const buffer = openRowBuffer(cache)
  buffer.add('cards', 'read', { id: 'read' })
  for (const id of ['kept', 'read']) {
    buffer.addNew('cards', id, 'new')
    t.same(buffer.find('cards', id)?.now, { id })
  }
})
