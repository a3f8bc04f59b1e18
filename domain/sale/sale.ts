import type { Aggregate } from '../decision.ts'
import type { SaleEvent, SaleRecorded, SaleStatus } from './events.ts'

/** A sale as decisions and answers need it; null before the first notice. */
export type Sale =
  | (SaleRecorded['data'] & {
      readonly status: SaleStatus
      readonly conversation_id: string | null
    })
  | null

/** One sale of one shop. */
export const sale: Aggregate<Sale, SaleEvent> = {
  category: 'sale',
  initialState: null,
  evolve(state, event) {
    if (event.type === 'SaleRecorded')
      return { ...event.data, status: 'pending', conversation_id: null }
    return state === null ? null : { ...state, ...changes(event) }
  },
}

/** What a fact changes of a sale, in the aggregate as in the read model. */
export function changes(event: Exclude<SaleEvent, SaleRecorded>): Partial<NonNullable<Sale>> {
  switch (event.type) {
    case 'SalePaid': {
      const { gross_cents, fee_cents } = event.data
      return { status: 'paid', gross_cents, fee_cents }
    }
    // What was given back may be less than what was paid: the sale keeps its own amounts.
    case 'SaleRefunded':
      return { status: 'refunded' }
    case 'SaleChargedBack':
      return { status: 'chargeback' }
    case 'SaleAttributed':
      return { conversation_id: event.data.conversation_id }
  }
}
