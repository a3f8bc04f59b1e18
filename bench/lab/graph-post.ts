import { createHmac, randomBytes } from 'node:crypto'
import type { Tenant } from './tenant.ts'

/** A POST of Meta and its signature header. */
export type GraphPost = {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * A POST with text messages.
 * @param people the number of different senders
 */
export function graphPost(tenant: Tenant, messages: number, people: number): GraphPost {
  const from = Array.from({ length: messages }, () => Math.floor(Math.random() * people))
  return signed(tenant, from)
}

/** POSTs in which each of `people` senders writes once. */
export function firstPosts(tenant: Tenant, people: number): GraphPost[] {
  const everyone = Array.from({ length: people }, (_, person) => person)
  const posts: GraphPost[] = []
  for (let at = 0; at < people; at += 100) posts.push(signed(tenant, everyone.slice(at, at + 100)))
  return posts
}

function signed(tenant: Tenant, from: readonly number[]): GraphPost {
  const { phone_number_id, waba_id, app_secret } = tenant
  const contacts = [...new Set(from)].map((person) => ({
    profile: { name: `Ana ${person}` },
    wa_id: phone(person),
    user_id: `BR.${person}`,
  }))
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '5511999990000', phone_number_id },
    contacts,
    messages: from.map(text),
  }
  const time = Math.floor(Date.now() / 1_000)
  const entry = [{ id: waba_id, time, changes: [{ field: 'messages', value }] }]
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry })
  const signature = createHmac('sha256', app_secret).update(body).digest('hex')
  return { body, headers: { 'x-hub-signature-256': `sha256=${signature}` } }
}

function text(person: number) {
  return {
    from: phone(person),
    from_user_id: `BR.${person}`,
    id: `wamid.${randomBytes(24).toString('base64url')}`,
    timestamp: String(Math.floor(Date.now() / 1_000)),
    type: 'text',
    text: { body: 'Bom dia! Queria saber se o pedido ja saiu para entrega.' },
  }
}

function phone(person: number): string {
  return `551199${String(person).padStart(7, '0')}`
}
