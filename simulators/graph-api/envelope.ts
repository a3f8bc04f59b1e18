import type { BusinessNumber } from './business-number.ts'
import { encodeLikeMeta, type Json } from './json.ts'

export function messagesWebhook(number: BusinessNumber, content: Json): string {
  return webhookOf(number, 'messages', content)
}

/** The body of a webhook about a number: one entry with one change. */
export function webhookOf(number: BusinessNumber, field: string, content: Json): string {
  const { display_phone_number, phone_number_id } = number
  const metadata = { display_phone_number, phone_number_id }
  const value = { messaging_product: 'whatsapp', metadata, ...content }
  const changes = [{ value, field }]
  const time = Math.floor(Date.now() / 1000)
  return encodeLikeMeta({
    object: 'whatsapp_business_account',
    entry: [{ id: number.waba_id, time, changes }],
  })
}
