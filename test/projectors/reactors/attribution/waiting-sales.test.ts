import type { Run } from '@recado/infra/postgres/run'
import type { AttributionFact } from '@recado/projectors/reactors/attribution/attribution-facts'
import { watchWaiting } from '@recado/projectors/reactors/attribution/waiting-sales'
import { test } from 'tap'

test('facts about people concern the attribution only while a sale waits, recorded sales always', async (t) => {
  let waits = false
  let asked = 0
  const run = (async () => {
    asked += 1
    return [{ waits }]
  }) as unknown as Run
  const waiting = await watchWaiting(run)
  t.notOk(waiting.areConcernedBy(NOTHING))
  for (let n = 0; n < 100; n++) t.notOk(waiting.areConcernedBy(PHONE))
  t.equal(asked, 1, 'at the start only')
  t.ok(waiting.areConcernedBy(SALE))
  waits = true
  await waiting.look()
  t.ok(waiting.areConcernedBy(PHONE))
  t.ok(waiting.areConcernedBy(CONVERSATION))
  t.notOk(waiting.areConcernedBy(NOTHING))
  waits = false
  await waiting.look()
  t.notOk(waiting.areConcernedBy(CONVERSATION))
})

const NOTHING: AttributionFact = { sales: [], phones: [], contacts: [], position: null }
const PHONE: AttributionFact = { ...NOTHING, phones: ['claim'], position: 1n }
const CONVERSATION: AttributionFact = { ...NOTHING, contacts: ['contact'], position: 2n }
const SALE: AttributionFact = { ...NOTHING, sales: ['sale'], position: 3n }
