import type { OutboundMessage as Send } from '@recado/domain/message/message'
import { nativeValue } from '@recado/domain/native-json'
import { isSamePhone } from '@recado/domain/phone-number'
import type { OutboundMessage } from '@recado/infra/providers/send-call'

/**
 * A send in the providers' form. Its correlation value is our message id unless the caller gave one: so a status finds
 * the send even when the answer is lost.
 * @param waId used when it is the same line as the recipient's phone
 */
export function outboundMessage(
  send: Send,
  waId: string | null,
  lid: string | null = null,
): OutboundMessage {
  const { phone } = send.recipient
  const sameLine = waId !== null && phone !== null && isSamePhone(waId, phone)
  return {
    message_id: send.ids.message_id,
    message_type: send.message_type,
    recipient: { ...send.recipient, wa_id: sameLine ? waId : null, lid },
    text: send.text,
    content: nativeValue(send.content),
    reply_to_message_id: send.reply_to_message_id,
    reply_to_own: send.reply_to_own,
    correlation: send.biz_opaque_callback_data ?? send.ids.message_id,
    attempt: send.attempt,
  }
}
