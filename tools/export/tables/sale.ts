import type { SALE_FIELDS, SaleEvent } from '@recado/domain/sale/events'
import type { ColumnsOf } from '../columns.ts'

export const sale: ColumnsOf<SaleEvent, typeof SALE_FIELDS> = {
  sale_id: 'text',
  source: 'text',
  external_id: 'text',
  provider: 'text',
  status: 'text',
  gross_cents: 'integer',
  fee_cents: 'integer',
  currency: 'text',
  product_name: 'text',
  product_id: 'text',
  phone: 'text',
  assumed_phone: 'text',
  conversation_id: 'text',
  contact_id: 'text',
  by: 'text',
  occurred_at: 'timestamp',
  attributed_at: 'timestamp',
  data_recorded_at: 'timestamp',
}
