import { attemptFactId } from '@recado/application/ids'
import { exactText } from '@recado/domain/exact-json'
import { readNative } from '@recado/domain/native-json'
import { asRecord, type Json } from '@recado/domain/provider-event/loose-json'
import type { Rows } from '../../engine/projection.ts'
import { rowChanger } from '../../engine/row-changer.ts'
import { applyEnded, ERASED } from './delivery-facts.ts'
import { deliveries, deliveryAttempts } from './delivery-rows.ts'
import { outboundEvents } from './outbound-rows.ts'

const changeAttempt = rowChanger(deliveryAttempts)

/**
 * What an endpoint answered about a person goes; what is still to be delivered is not delivered any more.
 * @returns whether it was still to be delivered
 */
export async function eraseDelivery(rows: Rows, id: string): Promise<boolean> {
  const row = await rows.get(deliveries, id)
  if (row === undefined) return false
  for (let attempt = 1; attempt <= row.attempts; attempt++)
    await changeAttempt(
      rows,
      attemptFactId({ delivery_id: id, type: 'DeliveryAttempted', attempt }),
      { error: null, answer_excerpt: null },
    )
  rows.put(deliveries, { ...row, last_error: null })
  return applyEnded(row.id, { at: row.event_at, because: ERASED }, rows)
}

/** The event stays in its place, and says that its person was erased. */
export async function eraseOutbound(rows: Rows, id: string): Promise<void> {
  const row = await rows.get(outboundEvents, id)
  if (row === undefined || row.body === null) return
  const body = asRecord(readNative(row.body))
  rows.put(outboundEvents, {
    ...row,
    body: exactText({ ...body, data: erasedData(asRecord(body.data)) }),
  })
}

function erasedData({ contact, message, error, ...data }: Json): Json {
  const person = { name: null, phone: null, business_scoped_user_id: null }
  const said = { text: '', content: null, provider_message_id: null, reply_to_message_id: null }
  const named = {
    sender: null,
    recipient: null,
    biz_opaque_callback_data: null,
    error: null,
    pricing: null,
  }
  return {
    ...data,
    ...(contact !== undefined && { contact: { ...asRecord(contact), ...person } }),
    ...(message !== undefined && {
      message: { ...asRecord(message), ...said, ...named, erased: true },
    }),
    ...(error !== undefined && { error: null }),
  }
}
