import type { ImportedContent } from '@recado/domain/imported-message/events'
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
    case 'imported':
      return { ...intent, imported: withNativeContent(intent.imported) }
    case 'imported_media':
      return { ...intent, imported: withNativeContent(intent.imported) }
    case 'status': {
      const { errors, pricing } = intent.status
      const status = { errors: errors.map(nativeField), pricing: pricing && nativeField(pricing) }
      return { ...intent, status: { ...intent.status, ...status } }
    }
    case 'connection_status':
      return { ...intent, details: nativeField(intent.details) }
    case 'connection_noticed':
      return { ...intent, value: nativeField(intent.value) }
    default:
      return intent
  }
}

function nativeMessage(message: MessageIntent): MessageIntent {
  const { content, referral, payload } = message
  return {
    ...message,
    content: content && nativeField(content),
    referral: referral && nativeField(referral),
    payload: nativeField(payload),
  }
}

function withNativeContent<C extends ImportedContent>(imported: C): C {
  const { content } = imported
  return { ...imported, content: content && nativeField(content) }
}

const nativeField = (value: Native): Native => (typeof value === 'string' ? value : asNative(value))
