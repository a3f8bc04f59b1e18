import { randomUUID } from 'node:crypto'
import type { RecordNotice } from '@recado/domain/sale/record-notice'
import fc from 'fast-check'
import { test } from 'tap'
import { factsOf, twoOrders } from '../../examples/sale-notices.ts'
import { projecting, recorded } from '../../kit/projecting.ts'
import { projections } from '../../kit/projections.ts'

test('the same notices in any order, with repeats, end in the same row', async (t) => {
  const projector = await projecting(projections)
  t.teardown(() => projector.close())
  const account_id = randomUUID()
  /** The row of a new sale after the facts that the notices lead to. */
  const rowAfter = async (told: readonly RecordNotice[]) => {
    const sale_id = randomUUID()
    const facts = factsOf(told.map((said) => ({ ...said, sale_id })))
    const { parked } = await projector.given(
      ...facts.map((fact) => recorded(`sale-${sale_id}`, fact, { account_id })),
    )
    if (parked > 0) throw new Error('a fact was parked')
    const [row] = await projector.query<{ doc: string }>('select doc from sales where id = $1', [
      sale_id,
    ])
    return { ...JSON.parse(row?.doc ?? ''), id: null }
  }
  await fc.assert(
    fc.asyncProperty(twoOrders, async ({ told, other }) => {
      t.same(await rowAfter(other), await rowAfter(told))
    }),
    { numRuns: 50, endOnFailure: true },
  )
})
