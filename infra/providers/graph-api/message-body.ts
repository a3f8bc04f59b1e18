import type { OutboundMessage } from '../send-call.ts'
import { nativeContent } from './native-content.ts'

export type MessageBody = Readonly<Record<string, unknown>>

/**
 * The body that asks the Graph API to send a message. A phone goes into `to` with a `+`; without it Meta may prefix
 * the sender's own country code. A BSUID goes into `recipient`; in `to` it is accepted and then silently dropped.
 */
export function messageBody(message: OutboundMessage): MessageBody {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...recipientFields(message.recipient),
    type: message.message_type,
    [message.message_type]: nativeContent(message),
    ...quoteFields(message),
    biz_opaque_callback_data: message.correlation,
  }
}

function recipientFields({ wa_id, phone, business_scoped_user_id }: OutboundMessage['recipient']) {
  const digits = wa_id ?? phone
  return digits === null ? { recipient: business_scoped_user_id } : { to: `+${digits}` }
}

// A reaction names its target itself; a context beside it is an error.
function quoteFields({ message_type, reply_to_message_id }: OutboundMessage) {
  if (reply_to_message_id === null || message_type === 'reaction') return {}
  return { context: { message_id: reply_to_message_id } }
}
