import { sweepQueues } from '@recado/projectors/webhooks/dispatcher/load-backlog'
import type pg from 'pg'
import { test } from 'tap'
import { projecting, recorded } from '../../../kit/projecting.ts'
import { projections } from '../../../kit/projections.ts'
import { world } from '../projection/facts.ts'

const AT = '2026-01-01T09:00:00.000Z'

test('only an erasure that ends deliveries lets dispatchers read theirs again', async (t) => {
  const projector = await projecting(projections)
  t.teardown(() => projector.close())
  const w = world()
  const of = { account_id: w.account_id }
  const [configured, created, message] = [w.configured(), w.contactCreated(), w.received()]
  const { contact_id } = message.data
  await projector.given(configured, created, message)
  const query = async ({ text, values }: pg.QueryConfig) => ({
    rows: await projector.query(text, values),
  })
  const readFrom = async () => (await sweepQueues({ query } as unknown as pg.Pool, [])).tables
  const fact = (type: string, data: object) =>
    projector.given(recorded(`erasure-${contact_id}`, { type, data: { contact_id, ...data } }, of))
  const before = await readFrom()
  await fact('ContactErased', { erased_at: AT })
  await fact('PersonalDataFound', { kind: 'message', ids: [message.data.message_id], keys: [] })
  await fact('PersonalDataListed', { listed_at: AT })
  t.equal(await readFrom(), before)
  const found = await projector.query<{ id: string }>('select id from deliveries')
  const ids = found.map(({ id }) => id)
  t.equal(ids.length, 1)
  await fact('PersonalDataFound', { kind: 'delivery', ids, keys: [] })
  const ended = await readFrom()
  t.not(ended, before)
  await fact('PersonalDataFound', { kind: 'delivery', ids, keys: [] })
  t.equal(await readFrom(), ended)
})
