import { followReadModels } from '@recado/application/read-models/follow-read-models'
import type { Nats } from '@recado/infra/nats/connect'
import type { Msg } from 'nats'
import type pg from 'pg'
import { test } from 'tap'

/** Read models with a position in Postgres, and a NATS that brings only what the test announces. */
function following() {
  const at = { position: 0, ms: 0, asked: 0 }
  let heard: (message: Msg) => void = () => undefined
  const nats = {
    subscribe: (_subject: string, handler: typeof heard) => {
      heard = handler
    },
  } as Pick<Nats, 'subscribe'>
  const query = async () => {
    at.asked += 1
    return { rows: [{ partition: 0, position: at.position }] }
  }
  const pool = { query } as unknown as pg.Pool
  const readModels = followReadModels('read_1', pool, nats, () => at.ms)
  const tell = (position: number, lag_ms: number, of: object = {}) => {
    const progress = { schema: 'read_1', partition: 0, partitions: 1, ...of }
    heard({ json: () => ({ ...progress, position: String(position), lag_ms }) } as Msg)
  }
  return { at, tell, readModels }
}

test('read models that announce a long lag are not waited for', async (t) => {
  const { at, tell, readModels } = following()
  tell(1, 60_000)
  at.position = 7
  t.equal(await readModels.waitFor(7n, 1_000, null), false)
})

test('a lag is over when it is no longer announced', async (t) => {
  const { at, tell, readModels } = following()
  tell(1, 60_000)
  at.ms += 4_999
  tell(2, 60_000)
  at.ms += 4_999
  at.position = 7
  t.equal(await readModels.waitFor(7n, 1_000, null), false, 'the lag was announced a moment ago')
  t.equal(readModels.lag(), 60_000)
  at.ms += 1
  t.equal(readModels.lag(), 0)
  t.equal(await readModels.waitFor(7n, 1_000, null), true, 'Postgres shows that it is over')
})

test('a lag is over when the read models say so, and the lag of another schema is ignored', async (t) => {
  const { at, tell, readModels } = following()
  tell(1, 60_000)
  tell(2, 0)
  tell(3, 60_000, { schema: 'read_0' })
  at.position = 7
  at.ms += 25
  t.equal(await readModels.waitFor(7n, 1_000, null), true)
  t.equal(readModels.position(), 7n)
})

test('Postgres is asked only when nothing was announced for a while', async (t) => {
  const { at, tell, readModels } = following()
  const written = readModels.waitFor(7n, 1_000, null)
  tell(7, 0)
  t.equal(await written, true)
  t.equal(at.asked, 0)
  at.position = 8
  at.ms += 60_000
  t.equal(await readModels.waitFor(8n, 1_000, null), true, 'NATS is down')
  t.equal(at.asked, 1)
})

test('a partition that lags delays its own accounts only', async (t) => {
  const { tell, readModels } = following()
  const [inFirst, inSecond] = [
    '00000002-1111-4111-8111-111111111111',
    '00000003-1111-4111-8111-111111111111',
  ]
  tell(7, 0, { partition: 0, partitions: 2 })
  t.equal(readModels.position(), null, 'nothing is known of the other partition')
  tell(3, 60_000, { partition: 1, partitions: 2 })
  t.equal(await readModels.waitFor(7n, 1_000, inFirst), true)
  t.equal(await readModels.waitFor(7n, 1_000, inSecond), false)
  t.equal(await readModels.waitFor(7n, 1_000, null), false, 'who waits for all waits for the last')
  t.equal(readModels.position(), 3n)
  t.equal(readModels.lag(), 60_000)
  tell(7, 0, { partition: 1, partitions: 2 })
  t.equal(await readModels.waitFor(7n, 1_000, null), true)
})

test('a rebuild with another number of partitions is noticed', async (t) => {
  const { tell, readModels } = following()
  tell(7, 0)
  t.equal(readModels.position(), 7n)
  tell(7, 0, { partition: 1, partitions: 2 })
  t.equal(readModels.position(), null)
  tell(8, 0, { partition: 0, partitions: 2 })
  t.equal(readModels.position(), 7n)
})
