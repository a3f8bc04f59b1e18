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

test('a partly read row is removed or read again, and is never used as a whole one', async (t) => {
  const cache = openRowCache(tables)
  const buffer = openRowBuffer(cache)
  buffer.add('cards', 'whole', { id: 'whole' })
  const changed = ['removed', 'written anew']
  for (const id of ['whole', 'left', 'read again', ...changed]) buffer.addPart('cards', { id })
  t.ok(buffer.findWhole('cards', 'whole'))
  t.notOk(buffer.findWhole('cards', 'left'))
  for (const id of changed) {
    const buffered = buffer.find('cards', id)
    if (buffered !== undefined) buffered.now = id === 'removed' ? undefined : { id }
    t.ok(buffer.findWhole('cards', id), 'nothing of it is left to read')
  }
  buffer.add('cards', 'read again', { id: 'read again' })
  t.ok(buffer.findWhole('cards', 'read again'))
  buffer.commit()
  t.same(cache.get('cards', 'whole'), { id: 'whole' })
  t.equal(cache.get('cards', 'left'), undefined)
  t.equal(cache.get('cards', 'removed'), false)
  t.same(cache.get('cards', 'written anew'), { id: 'written anew' })
  t.same(cache.get('cards', 'read again'), { id: 'read again' })
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
