import type { SaleRecorded } from '@recado/domain/sale/events'
import type { TemplateSynced } from '@recado/domain/template/events'
import { newFact } from './facts.ts'

const SALE = '9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1f01'
const TEMPLATE = '9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1f02'

/** A sale that waits for its payment, and its stream. */
export function recordedSale(account_id: string) {
  const at = new Date().toISOString()
  const data = {
    ...{ sale_id: SALE, source: 'checkout', external_id: 'order', provider: 'stripe' },
    ...{ gross_cents: 19_900, fee_cents: 990, currency: 'BRL', product_name: 'Bolo' },
    ...{ product_id: 'sku-1', phone: '5531900000000', occurred_at: at, recorded_at: at },
  }
  const fact: SaleRecorded = { type: 'SaleRecorded', data }
  return { stream: `sale-${SALE}`, fact: newFact(account_id, fact) }
}

/** An approved template, and its stream. */
export function syncedTemplate(account_id: string, waba_id: string) {
  const data = {
    ...{ template_id: TEMPLATE, waba_id, name: 'order_on_its_way', language: 'pt_BR' },
    ...{ category: 'UTILITY', parameter_format: 'POSITIONAL', components: [], variables: ['1'] },
    ...{ provider_template_id: '594425479261596', provider_status: 'APPROVED' },
    ...{ rejected_reason: null, synced_at: new Date().toISOString() },
  }
  const fact: TemplateSynced = { type: 'TemplateSynced', data }
  return { stream: `template-${TEMPLATE}`, fact: newFact(account_id, fact) }
}
