import type { Decide } from '../decision.ts'
import { applyNotice } from './apply-notice.ts'
import type { SaleEvent, SaleRecorded, SaleStatus } from './events.ts'
import { type Sale, sale } from './sale.ts'

/** A shop's notice about a sale. A shop sends several as the sale goes on. */
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
  /** Present when the phone came without its country code; see `SaleRecorded`. */
  assumed_phone?: string | null
  /** Named by the notice, and verified to be the account's; null when it names none. */
  conversation: { conversation_id: string; contact_id: string } | null
  occurred_at: string
  at: string
}

/** Records a notice. No fact when it adds nothing, comes late, or would set the sale back. */
export const recordNotice: Decide<RecordNotice, Sale, SaleEvent> = (notice, state) => {
  const first = state === null ? [recordedFact(notice)] : []
  const before = first.reduce<Sale>(sale.evolve, state)
  return [...first, ...changeFacts(notice, before), ...attributedFacts(notice, state)]
}

function recordedFact(notice: RecordNotice): SaleRecorded {
  const { conversation, phone, assumed_phone, at, ...details } = notice
  const assumed = assumed_phone === undefined ? {} : { assumed_phone }
  const buyer = conversation === null ? { phone, ...assumed } : { phone: null }
  return { type: 'SaleRecorded', data: { ...details, ...buyer, recorded_at: at } }
}

const FACTS = { paid: 'SalePaid', refunded: 'SaleRefunded', chargeback: 'SaleChargedBack' } as const

function changeFacts(notice: RecordNotice, before: Sale): SaleEvent[] {
  if (before === null) return []
  const { sale_id, status, gross_cents, fee_cents, currency, provider } = notice
  const { product_name, product_id, occurred_at, at: recorded_at } = notice
  const details = { gross_cents, fee_cents, currency, provider, product_name, product_id }
  const data = { sale_id, ...details, occurred_at, recorded_at }
  const after = applyNotice(before, notice)
  if (after === before) return []
  if (status === 'pending' || after.status === before.status)
    return [{ type: 'SaleAmended', data: { ...data, status } }]
  return [{ type: FACTS[status], data }]
}

function attributedFacts({ sale_id, conversation, at }: RecordNotice, state: Sale): SaleEvent[] {
  if (conversation === null || (state !== null && state.conversation_id !== null)) return []
  const data = { sale_id, ...conversation, by: 'conversation_id' as const, attributed_at: at }
  return [{ type: 'SaleAttributed', data }]
}
