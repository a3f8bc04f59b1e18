import { inBatches } from '@recado/projectors/engine/batches'
import fc from 'fast-check'
import { test } from 'tap'

type Item = { readonly append: number; readonly more: boolean }

/** Appends of these sizes, as single items with pauses between some of them. */
async function* arriving(sizes: readonly number[], pauses: readonly boolean[]) {
  let at = 0
  for (const [append, size] of sizes.entries())
    for (let n = 1; n <= size; n += 1) {
      if (pauses[at++ % pauses.length]) await new Promise((soon) => setImmediate(soon))
      yield { append, more: n < size }
    }
}

async function taken(source: AsyncIterable<Item>, max: number): Promise<(readonly Item[])[]> {
  const batches: (readonly Item[])[] = []
  for await (const { items } of inBatches(source, max, ({ more }) => !more)) batches.push(items)
  return batches
}

test('a batch holds whole appends, whenever their events arrive', async (t) => {
  const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 40 })
  const pauses = fc.array(fc.boolean(), { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(sizes, pauses, fc.integer({ min: 4, max: 9 }), async (all, some, max) => {
      const batches = await taken(arriving(all, some), max)
      const items = batches.flat().map(({ append }) => append)
      t.same(
        items,
        all.flatMap((size, append) => Array.from({ length: size }, () => append)),
      )
      t.notOk(
        batches.some((batch) => batch.length === 0 || batch.at(-1)?.more),
        'no batch ends within an append',
      )
      return t.passing()
    }),
    { numRuns: 60 },
  )
})

test('an endless append is handed out in batches nevertheless', async (t) => {
  async function* endless() {
    for (let n = 0; n < 25; n += 1) yield { append: 0, more: true }
  }
  t.equal((await taken(endless(), 10)).flat().length, 25)
})

test('large items are not read far ahead, and come in small batches', async (t) => {
  const size = 500_000
  let given = 0
  async function* large() {
    for (; given < 200; given += 1) yield { append: given, more: false, text: 'x'.repeat(size) }
  }
  let seen = 0
  for await (const { items, isDrained } of inBatches(large(), 1_000, ({ more }) => !more)) {
    seen += items.length
    await new Promise((soon) => setImmediate(soon))
    const ahead = (given - seen + items.length) * size
    t.ok(ahead < 40 * 1024 * 1024, `${ahead} bytes`)
    const isFirst = seen === items.length
    if (!isFirst) t.equal(isDrained, seen === 200, `${seen} of 200 were read`)
  }
  t.equal(seen, 200)
})

test('a batch ends after an item that must end it', async (t) => {
  const sizes = [3, 1, 1, 4, 1]
  const batches: number[][] = []
  const source = arriving(sizes, [false])
  const bulky = new Set([1, 2])
  for await (const { items } of inBatches(
    source,
    50,
    ({ more }) => !more,
    ({ append }) => bulky.has(append),
  ))
    batches.push(items.map(({ append }) => append))
  t.same(batches.flat(), [0, 0, 0, 1, 2, 3, 3, 3, 3, 4])
  for (const batch of batches)
    t.notOk(
      batch.slice(0, -1).some((append) => bulky.has(append)),
      'nothing follows it',
    )
})
