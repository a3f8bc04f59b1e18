import type { OutboundMessage as Send } from '@recado/domain/message/message'
import { isSamePhone } from '@recado/domain/phone-number'
import type { OutboundMessage } from '@recado/infra/providers/send-call'

/**
 * The send as a provider takes it. Our message id travels where the caller gave no value of its own, so that
 * a status finds the send even when its answer is lost.
 * @param waId the provider's own id of the person, used when it names the same line as the recipient's phone
 * @param lid the hidden id that the gateway knows the person by
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
    content: send.content,
    reply_to_message_id: send.reply_to_message_id,
    reply_to_own: send.reply_to_own,
    correlation: send.biz_opaque_callback_data ?? send.ids.message_id,
    attempt: send.attempt,
  }
}
