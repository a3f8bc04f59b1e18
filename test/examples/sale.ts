import type {
  SaleAmended,
  SaleAttributed,
  SaleChargedBack,
  SalePaid,
  SaleRecorded,
  SaleRefunded,
} from '@recado/domain/sale/events'
import { contactId, conversationId } from './conversation-facts.ts'

export const at = '2026-01-06T09:00:00.000Z'
export const saleId = '9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1f01'
const occurred_at = '2026-01-06T08:59:00.000Z'

export const saleRecorded: SaleRecorded = {
  type: 'SaleRecorded',
  data: {
    sale_id: saleId,
    source: 'checkout',
    external_id: 'order-991',
    provider: 'stripe',
    gross_cents: 19_900,
    fee_cents: 990,
    currency: 'BRL',
    product_name: 'Bolo',
    product_id: 'sku-1',
    phone: '5531987654321',
    status: 'pending',
    occurred_at,
    recorded_at: at,
  },
}

const amounts = {
  sale_id: saleId,
  gross_cents: 19_900,
  fee_cents: 990,
  currency: 'BRL',
  provider: 'stripe',
  product_name: 'Bolo',
  product_id: 'sku-1',
  occurred_at,
  recorded_at: at,
}
export const salePaid: SalePaid = { type: 'SalePaid', data: amounts }
export const saleRefunded: SaleRefunded = { type: 'SaleRefunded', data: amounts }
export const saleChargedBack: SaleChargedBack = { type: 'SaleChargedBack', data: amounts }

export const saleAmended: SaleAmended = {
  type: 'SaleAmended',
  data: { ...amounts, status: 'paid', fee_cents: 1_190, occurred_at: '2026-01-07T09:00:00.000Z' },
}

export const saleAttributed: SaleAttributed = {
  type: 'SaleAttributed',
  data: {
    sale_id: saleId,
    conversation_id: conversationId,
    contact_id: contactId,
    by: 'phone',
    attributed_at: at,
  },
}
