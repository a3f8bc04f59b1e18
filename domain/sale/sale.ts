import type { Aggregate } from '../decision.ts'
import { applyNotice, type Notice, type NoticedSale, saleOfFirstNotice } from './apply-notice.ts'
import type { SaleEvent, SaleNoticed, SaleRecorded } from './events.ts'

export type Sale =
  | (NoticedSale & {
      readonly sale_id: string
      readonly source: string
      readonly conversation_id: string | null
      /** Whether the buyer's phone came without its country code. */
      readonly lacks_country_code: boolean
    })
  | null

/** One sale of one shop. */
export const sale: Aggregate<Sale, SaleEvent> = {
  category: 'sale',
  initialState: null,
  evolve(state, event) {
    if (event.type === 'SaleRecorded') {
      const { sale_id, source, assumed_phone } = event.data
      const named = { sale_id, source, lacks_country_code: assumed_phone !== undefined }
      return { ...named, conversation_id: null, ...recordedSale(event.data) }
    }
    if (state === null) return null
    if (event.type !== 'SaleAttributed') return applyNotice(state, noticeOf(event))
    return { ...state, conversation_id: event.data.conversation_id }
  },
}

export function recordedSale(data: SaleRecorded['data']): NoticedSale {
  const { gross_cents, fee_cents, currency, provider, product_name, product_id } = data
  const details = { gross_cents, fee_cents, currency, provider, product_name, product_id }
  return saleOfFirstNotice({
    ...details,
    status: data.status ?? 'pending',
    occurred_at: data.occurred_at,
  })
}

/** The notice that a later fact records. */
export function noticeOf(event: SaleNoticed): Notice {
  switch (event.type) {
    case 'SalePaid':
      return { ...event.data, status: 'paid' }
    case 'SaleRefunded':
      return { ...event.data, status: 'refunded' }
    case 'SaleChargedBack':
      return { ...event.data, status: 'chargeback' }
    case 'SaleAmended':
      return event.data
  }
}
