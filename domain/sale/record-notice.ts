import type { Decide } from '../decision.ts'
import type { SaleEvent, SaleRecorded, SaleStatus } from './events.ts'
import type { Sale } from './sale.ts'

/** What a shop tells of a sale, again and again as it goes on. */
export type RecordNotice = {
  sale_id: string
  source: string
  external_id: string
  provider: string
  status: SaleStatus
  gross_cents: number
  fee_cents: number | null
  currency: string
  product_name: string | null
  product_id: string | null
  phone: string | null
  /** Named by the notice, and known to be the account's. */
  conversation: { conversation_id: string; contact_id: string } | null
  occurred_at: string
  at: string
}

/** What refunded and charged back have in common: neither follows the other. */
const RANK: Readonly<Record<SaleStatus, number>> = {
  pending: 0,
  paid: 1,
  refunded: 2,
  chargeback: 2,
}

/** Takes a notice in: whatever says nothing new, comes late, or would go backwards gives no fact. */
export const recordNotice: Decide<RecordNotice, Sale, SaleEvent> = (notice, state) => [
  ...(state === null ? [recorded(notice)] : []),
  ...progress(notice, state?.status ?? 'pending'),
  ...attributed(notice, state),
]

function recorded(notice: RecordNotice): SaleRecorded {
  const { status: _, conversation, phone, at, ...told } = notice
  const data = { ...told, phone: conversation === null ? phone : null, recorded_at: at }
  return { type: 'SaleRecorded', data }
}

const FACTS = { paid: 'SalePaid', refunded: 'SaleRefunded', chargeback: 'SaleChargedBack' } as const

function progress(notice: RecordNotice, before: SaleStatus): SaleEvent[] {
  const { sale_id, status, gross_cents, fee_cents, occurred_at, at } = notice
  if (status === 'pending' || RANK[status] <= RANK[before]) return []
  const data = { sale_id, gross_cents, fee_cents, occurred_at, recorded_at: at }
  return [{ type: FACTS[status], data }]
}

function attributed({ sale_id, conversation, at }: RecordNotice, state: Sale): SaleEvent[] {
  if (conversation === null || (state !== null && state.conversation_id !== null)) return []
  const data = { sale_id, ...conversation, by: 'conversation_id' as const, attributed_at: at }
  return [{ type: 'SaleAttributed', data }]
}
