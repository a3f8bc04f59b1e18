import { type Test, test } from 'tap'
import { logOf, projecting } from '../../kit/projecting.ts'
import { notesProjection, noteTaken } from './notes.ts'

const stream = 'note-1'
const STEP = 1_000

for (const parked of [1, STEP, STEP + 1])
  test(`after ${parked} parked events applied, the stream is followed again`, async (t) => {
    const { models, mend } = await parking(t)
    const count = async (table: string) =>
      (await models.query<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n
    const log = Array.from({ length: parked }, (_, n) => noteTaken(`n${n}`, { stream }))
    t.same(await models.given(...log), { parked })
    mend()
    await models.query('update parked_events set retry_asked_at = now()')
    while (await models.retry(logOf(log)));
    t.equal(await count('parked_events'), 0)
    t.same(await models.given(noteTaken('live', { stream })), { parked: 0 })
    t.equal(await count('notes'), parked + 1)
  })

test('a retry leaves the events that the subscription has still to bring', async (t) => {
  const { models, mend } = await parking(t)
  const notes = () => models.query<{ n: number }>('select count(*)::int as n from notes')
  const [parked, ahead] = [noteTaken('parked', { stream }), noteTaken('ahead', { stream })]
  t.same(await models.given(parked), { parked: 1 })
  mend()
  await models.query('update parked_events set retry_asked_at = now()')
  while (await models.retry(logOf([parked, ahead])));
  t.same(await notes(), [{ n: 1 }])
  t.same(await models.given(ahead), { parked: 0 })
  t.same(await notes(), [{ n: 2 }])
})

/** Read models that park every note until they are mended. */
async function parking(t: Test) {
  let isBroken = true
  const onNote = () => {
    if (isBroken) throw new TypeError('simulated')
  }
  const models = await projecting([notesProjection(onNote)])
  t.teardown(() => models.close())
  const mend = () => {
    isBroken = false
  }
  return { models, mend }
}
