import { randomUUID } from 'node:crypto'
import type { Product } from './product.ts'
import { served } from './served.ts'
import { type SignedPost, signedByShop } from './signed.ts'
import type { Tenant } from './tenants.ts'

type Shop = Pick<Tenant, 'id' | 'sales_secret'>

/** The notice of a new sale, paid by a person unless `more` names a conversation or another phone. */
export function saleNotice(more: object = {}) {
  return {
    ...{ external_id: randomUUID(), source: 'shop', provider: 'stripe', status: 'paid' },
    ...{ gross_cents: 19_900, fee_cents: 990, currency: 'BRL' },
    ...{ product_name: 'Bolo de cenoura', product_id: 'sku-1' },
    ...{ occurred_at: '2026-01-06T09:00:00Z' },
    ...('conversation_id' in more ? {} : { phone: '5531987654321' }),
    ...more,
  }
}

/** Posts a notice to the account's hook, signed with its secret unless another post is given. */
export async function postSale(
  { commandApp }: Pick<Product, 'commandApp'>,
  { id, sales_secret }: Shop,
  notice: unknown,
  { payload, headers }: SignedPost = signedByShop(
    sales_secret,
    typeof notice === 'string' ? notice : JSON.stringify(notice),
  ),
) {
  const url = `/hooks/sales/${id}`
  const answer = await commandApp.inject({ method: 'POST', url, headers, payload })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

/** Posts a notice that must be accepted. @returns the sale */
export async function sell(
  product: Pick<Product, 'commandApp'>,
  shop: Shop,
  more: object = {},
): Promise<{ id: string }> {
  const notice = saleNotice(more)
  const { status, body } = await served(() => postSale(product, shop, notice))
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}
