import { createHmac, randomUUID } from 'node:crypto'
import type { Product } from './product.ts'
import type { Tenant, TestConnection } from './tenants.ts'

/** What a caller gets: the status, and when to try again. */
export type Told = { readonly status: number; readonly retryAfter: unknown }

/** One call for each kind of entry point, for a tenant with an official connection. */
export function doorsOf(
  product: Product,
  { id: account, api, sales_secret }: Tenant,
  connection: TestConnection,
): Readonly<Record<string, () => Promise<Told>>> {
  const posted = async (url: string, name: string, signature: string, payload: string) => {
    const headers = { 'content-type': 'application/json', [name]: signature }
    const answer = await product.commandApp.inject({ method: 'POST', url, headers, payload })
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
    meta_hook: () => posted(connection.hook, 'x-hub-signature-256', ...metaPost(connection)),
    sales_hook: () =>
      posted(`/hooks/sales/${account}`, 'x-service-signature', ...salePost(sales_secret)),
    operator: () => told(product.operator.get('/status')),
  }
}

let count = 0

function newPhone(): string {
  count += 1
  return `+55319${String(80_000_000 + count)}`
}

/** The signature and body of an inbound text message. */
function metaPost({
  phone_number_id,
  waba_id,
  app_secret,
}: TestConnection): [signature: string, body: string] {
  const from = newPhone().slice(1)
  const message = { from, id: `wamid.${randomUUID()}`, timestamp: '1767225600', type: 'text' }
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '5511', phone_number_id },
    messages: [{ ...message, text: { body: 'Oi' } }],
  }
  const entry = [{ id: waba_id, changes: [{ field: 'messages', value }] }]
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry })
  return [`sha256=${hmac(app_secret, body)}`, body]
}

/** The signature and body of a sale. */
function salePost(secret: string): [signature: string, body: string] {
  const seconds = Math.floor(Date.now() / 1000)
  const body = JSON.stringify({
    ...{ external_id: randomUUID(), source: 'shop', provider: 'pix', status: 'paid' },
    ...{ gross_cents: 100, currency: 'BRL', phone: '5531987654321' },
    occurred_at: '2026-01-06T09:00:00Z',
  })
  return [`t=${seconds},v1=${hmac(secret, `${seconds}.${body}`)}`, body]
}

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}
