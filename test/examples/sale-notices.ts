import { isRefusal } from '@recado/domain/decision'
import type { SaleEvent } from '@recado/domain/sale/events'
import { type RecordNotice, recordNotice } from '@recado/domain/sale/record-notice'
import { sale } from '@recado/domain/sale/sale'
import fc from 'fast-check'
import { at, saleRecorded } from './sale.ts'

/** A notice of the example sale. */
export function notice(
  status: RecordNotice['status'],
  more: Partial<RecordNotice> = {},
): RecordNotice {
  const { recorded_at: _, ...told } = saleRecorded.data
  return { ...told, status, conversation: null, at, ...more }
}

/** The facts that result from notices in this order. */
export function factsOf(told: readonly RecordNotice[]): readonly SaleEvent[] {
  const facts: SaleEvent[] = []
  for (const said of told) {
    const decided = recordNotice(said, facts.reduce(sale.evolve, sale.initialState))
    if (!isRefusal(decided)) facts.push(...decided)
  }
  return facts
}

const notices: fc.Arbitrary<RecordNotice[]> = fc.array(
  fc
    .record({
      status: fc.constantFrom<RecordNotice['status'][]>(
        'pending',
        'paid',
        'refunded',
        'chargeback',
      ),
      gross_cents: fc.constantFrom(100, 200, 300),
      fee_cents: fc.constantFrom(null, 0, 5, 10),
      product_name: fc.constantFrom(null, 'Bolo', 'Torta'),
      provider: fc.constantFrom('stripe', 'pix'),
      occurred_at: fc.constantFrom(1, 2, 3).map((day) => `2026-01-0${day}T09:00:00.000Z`),
    })
    .map(({ status, ...said }) => notice(status, said)),
  { minLength: 1, maxLength: 6 },
)

/** The same notices in two orders. */
export type TwoOrders = { told: RecordNotice[]; other: RecordNotice[] }

/** Random notices, and the same in another order with some repeated. */
export const twoOrders: fc.Arbitrary<TwoOrders> = notices.chain((told) =>
  fc
    .tuple(fc.shuffledSubarray(told, { minLength: told.length }), fc.shuffledSubarray(told))
    .map(([other, repeats]) => ({ told, other: [...other, ...repeats] })),
)
