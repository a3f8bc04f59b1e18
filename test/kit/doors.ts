import { randomUUID } from 'node:crypto'
import { textsPost } from './meta-post.ts'
import type { Product } from './product.ts'
import { saleNotice } from './sales.ts'
import { type SignedPost, signedByShop } from './signed.ts'
import type { Tenant, TestConnection } from './tenants.ts'

/** What a caller gets: the status, and when to try again. */
export type Told = { readonly status: number; readonly retryAfter: unknown }

/** One call for each kind of entry point, for a tenant with an official connection. */
export function doorsOf(
  product: Product,
  { id: account, api, sales_secret }: Tenant,
  connection: TestConnection,
): Readonly<Record<string, () => Promise<Told>>> {
  const posted = async (url: string, post: SignedPost) => {
    const answer = await product.commandApp.inject({ method: 'POST', url, ...post })
    return { status: answer.statusCode, retryAfter: answer.headers['retry-after'] }
  }
  const told = async (answer: ReturnType<typeof api.get>): Promise<Told> => {
    const { status, headers } = await answer
    return { status, retryAfter: headers['retry-after'] }
  }
  const connection_id = connection.id
  const url = 'https://crm.example/hook'
  return {
    read: () => told(api.get('/contacts')),
    events: () => told(api.get('/events')),
    provider_read: () => told(api.get(`/connections/${connection_id}/health`)),
    command: () => told(api.post('/contacts', { phone: newPhone() })),
    configure: () => told(api.put('/webhooks', { connection_id, url, secret: randomUUID() })),
    send: () => told(api.post('/messages', { connection_id, to: '5531987654321', text: 'Oi' })),
    meta_hook: () => {
      const id = `wamid.${randomUUID()}`
      return posted(connection.hook, textsPost(connection, newPhone().slice(1), [id]))
    },
    sales_hook: () => {
      const notice = JSON.stringify(saleNotice())
      return posted(`/hooks/sales/${account}`, signedByShop(sales_secret, notice))
    },
    operator: () => told(product.operator.get('/status')),
  }
}

let count = 0

function newPhone(): string {
  count += 1
  return `+55319${String(80_000_000 + count)}`
}
