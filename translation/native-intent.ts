import type { MessageIntent } from '@recado/domain/message/events'
import { asNative, type Native } from '@recado/domain/native-json'
import type { Intent } from './intent.ts'

/** An intent of exact JSON in the form that facts hold. */
export function nativeIntent(intent: Intent): Intent {
  switch (intent.kind) {
    case 'received':
    case 'sent_elsewhere':
    case 'edited':
    case 'revoked':
      return { ...intent, message: nativeMessage(intent.message) }
    case 'status': {
      const { errors, pricing } = intent.status
      const status = { errors: errors.map(field), pricing: pricing && field(pricing) }
      return { ...intent, status: { ...intent.status, ...status } }
    }
    case 'connection_status':
      return { ...intent, details: field(intent.details) }
    case 'connection_noticed':
      return { ...intent, value: field(intent.value) }
    default:
      return intent
  }
}

function nativeMessage(message: MessageIntent): MessageIntent {
  const { content, referral, payload } = message
  return {
    ...message,
    content: content && field(content),
    referral: referral && field(referral),
    payload: field(payload),
  }
}

const field = (value: Native): Native => (typeof value === 'string' ? value : asNative(value))
