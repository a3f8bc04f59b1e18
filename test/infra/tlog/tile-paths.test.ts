import { parseTilePath, tilePath, widthIn } from '@recado/infra/tlog/tiles'
import fc from 'fast-check'
import { test } from 'tap'

test('paths are those of the document', (t) => {
  t.equal(tilePath({ level: 0, number: 1_234_067, width: 256 }), '0/x001/x234/067')
  t.equal(tilePath({ level: 1, number: 0, width: 17 }), '1/000.p/17')
  t.same(parseTilePath('0/x001/x234/067.p/255'), { level: 0, number: 1_234_067, width: 255 })
  t.end()
})

test('a tree of 70,000 has the tiles of the document', (t) => {
  const widths = (level: number, ...numbers: number[]) =>
    numbers.map((number) => widthIn(70_000, { level, number }))
  t.same(widths(0, 0, 272, 273, 274), [256, 256, 112, 0])
  t.same(widths(1, 0, 1, 2), [256, 17, 0])
  t.same(widths(2, 0, 1), [1, 0])
  t.equal(widthIn(256, { level: 1, number: 0 }), 1)
  t.end()
})

test('only the one right form of a path is read', (t) => {
  for (const path of [
    '',
    '0',
    '0/',
    '0/1',
    '0/0001',
    '00/001',
    '64/001',
    '0/x000/001',
    '0/001.p/0',
  ])
    t.equal(parseTilePath(path), null, path)
  for (const path of ['0/001.p/256', '0/001.p/01', '-1/001', '0/x001', '0/001/002', '0/001.p/'])
    t.equal(parseTilePath(path), null, path)
  fc.assert(
    fc.property(fc.nat(63), fc.nat(), fc.integer({ min: 1, max: 256 }), (level, number, width) => {
      const tile = { level, number, width }
      t.same(parseTilePath(tilePath(tile)), tile)
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      const tile = parseTilePath(text)
      t.ok(tile === null || tilePath(tile) === text)
    }),
  )
  t.end()
})
