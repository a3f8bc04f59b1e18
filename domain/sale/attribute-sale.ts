import { type Decide, refuse } from '../decision.ts'
import type { SaleAttributed } from './events.ts'
import type { Sale } from './sale.ts'

export type AttributeSale = { conversation_id: string; contact_id: string; at: string }

/** Attributes a sale to the conversation of the buyer's phone; the first attribution stays. */
export const attributeSale: Decide<AttributeSale, Sale, SaleAttributed, 'sale_not_found'> = (
  { conversation_id, contact_id, at },
  state,
) => {
  if (state === null) return refuse('sale_not_found')
  if (state.conversation_id !== null) return []
  const { sale_id } = state
  const data = { sale_id, conversation_id, contact_id, by: 'phone' as const, attributed_at: at }
  return [{ type: 'SaleAttributed', data }]
}
