import { randomUUID } from 'node:crypto'
import { runOn } from '@recado/infra/postgres/run'
import { openErasures } from '@recado/projectors/reactors/erasure/open-erasures'
import { dueWork } from '@recado/projectors/runtime/due-work'
import pg from 'pg'
import { type Test, test } from 'tap'
import { EVERY_FACT } from '../../../examples/every-fact.ts'
import { projecting, recorded } from '../../../kit/projecting.ts'
import { projections } from '../../../kit/projections.ts'

const { account_id } = EVERY_FACT.AccountOpened

/** As many erasures as asked for, none of which is done. @returns their ids, the oldest first */
async function open(t: Test, many: number) {
  const projector = await projecting(projections)
  t.teardown(() => projector.close())
  const client = new pg.Client({
    connectionString: projector.url,
    options: `-c search_path=${projector.schema}`,
  })
  await client.connect()
  t.teardown(() => client.end())
  const ids = Array.from({ length: many }, () => randomUUID())
  for (const [n, contact_id] of ids.entries()) {
    const erased_at = new Date(Date.UTC(2026, 0, 1) + n).toISOString()
    const fact = { type: 'ContactErased', data: { contact_id, erased_at } }
    await projector.given(recorded(`contact-${contact_id}`, fact, { account_id }))
  }
  return { ids, projector, run: runOn(client) }
}

test('a hundred erasures that fail hide no other', async (t) => {
  const { ids, run } = await open(t, 105)
  const due = dueWork()
  t.equal((await openErasures(run, due.waiting())).length, 100)
  for (const id of ids.slice(0, 100)) due.failed(id)
  t.same(
    (await openErasures(run, due.waiting())).map(({ id }) => id),
    ids.slice(100),
  )
})

test('an erasure that is over has something to do again when something comes late', async (t) => {
  const { ids, projector, run } = await open(t, 1)
  const [contact_id] = ids
  const give = (type: 'PersonErased' | 'PersonalDataArrived', more: object) => {
    const fact = { type, data: { ...EVERY_FACT[type], contact_id, ...more } }
    return projector.given(recorded(`erasure-${contact_id}`, fact, { account_id }))
  }
  const isOpen = async () => (await openErasures(run, [])).length === 1
  t.ok(await isOpen())
  await give('PersonErased', { arrivals: 0 })
  t.notOk(await isOpen())
  await give('PersonalDataArrived', { event_id: randomUUID() })
  t.ok(await isOpen())
  await give('PersonErased', { arrivals: 1 })
  t.notOk(await isOpen())
})

test('work that failed is due again later', (t) => {
  let now = 0
  const due = dueWork(() => now)
  due.failed('one')
  t.same(due.waiting(), ['one'])
  now = 1_000
  t.same(due.waiting(), [])
  t.end()
})
