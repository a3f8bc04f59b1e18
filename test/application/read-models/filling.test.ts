import { type Watched, watchFilling } from '@recado/application/read-models/filling'
import { test } from 'tap'

type Row = { readonly filled: boolean; readonly position: number }

/** Read models in a given state over a log that ends at 1,000. */
function watched(...rows: (Row | null | Error)[]) {
  let now = 0
  let asked = 0
  const lines: string[] = []
  const line = (text: unknown) => void lines.push(String(text))
  const pool = {
    query: async () => {
      asked += 1
      const row = rows.shift()
      if (row instanceof Error) throw row
      return { rows: row == null ? [] : [row] }
    },
  }
  const store = { head: async () => 1_000n }
  const look = watchFilling(
    { pool, store, log: { warn: line, info: line } } as unknown as Watched,
    () => now,
  )
  const after = (seconds: number) => {
    now += seconds * 1_000
    return look()
  }
  return { after, lines, asked: () => asked }
}
const at = (position: number): Row => ({ filled: false, position })
const FILLED: Row = { filled: true, position: 1_000 }

test('how far read models are filled, and when they will be, follows from how fast they grow', async (t) => {
  const { after, lines, asked } = watched(null, at(-1), at(500), at(1_000), FILLED)
  t.same(await after(0), { percent: 0, seconds_left: null }, 'their tables are not made yet')
  t.same(await after(5), { percent: 0, seconds_left: null })
  t.same(await after(5), { percent: 50, seconds_left: 10 })
  t.same(
    await after(10),
    { percent: 99, seconds_left: 0 },
    'they are not filled before they say so',
  )
  t.equal(await after(1), null)
  t.equal(await after(1), null)
  t.equal(asked(), 5, 'filled read models are not asked again')
  t.match(lines, [/being filled from the log: 0 %; reads are answered with 503/, /are filled/])
  t.equal(lines.length, 2, 'one line at the begin and one at the end')
})

test('the estimate counts only what was filled while the process looked', async (t) => {
  const { after } = watched(at(800), at(900))
  t.same(await after(0), { percent: 80, seconds_left: null })
  t.same(await after(30), { percent: 90, seconds_left: 30 })
})

test('a log that does not answer leaves the part unknown', async (t) => {
  const pool = { query: async () => ({ rows: [at(800)] }) }
  const store = { head: () => Promise.reject(new Error('away')) }
  const log = { warn: () => undefined, info: () => undefined }
  const look = watchFilling({ pool, store, log } as unknown as Watched)
  t.same(await look(), { percent: null, seconds_left: null })
})

test('an error of Postgres is no sign of read models that are not filled', async (t) => {
  const { after } = watched(new Error('no connection'), FILLED)
  await t.rejects(after(0), /no connection/)
  t.equal(await after(0), null)
})
