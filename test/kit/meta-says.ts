import type { World } from './world.ts'

type Json = Record<string, unknown>
let told = 0

/** Posts a change to the world's hook, as Meta would. Its field is `messages` unless `value` names another. */
export async function metaSays(world: World, value: Json): Promise<void> {
  const { phone_number_id, phone_number_digits, waba_id } = world.connection
  const metadata = { display_phone_number: phone_number_digits, phone_number_id }
  const { field = 'messages', ...told } = value
  const change = { field, value: { messaging_product: 'whatsapp', metadata, ...told } }
  const entry = [{ id: waba_id, time: 1767225600, changes: [change] }]
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry })
  const status = await world.postHook(body)
  if (status !== 200) throw new Error(`the hook answered ${status}`)
}

/** A text message of a person known by phone, BSUID or both. */
export function textFrom(by: { phone?: string; bsuid?: string }, more: Json = {}): Json {
  told += 1
  return {
    id: `wamid.told.${told}`,
    timestamp: String(1767225600 + told),
    type: 'text',
    text: { body: `Text ${told}` },
    from: by.phone,
    from_user_id: by.bsuid,
    ...more,
  }
}
