import type { ImportedContent } from '@recado/domain/imported-message/events'
import type { MessageIntent } from '@recado/domain/message/events'
import type { Native } from '@recado/domain/native-json'
import { nativeRecord } from '@recado/domain/provider-event/loose-json'
import type { StatusIntent } from '@recado/domain/provider-message/events'
import { truncateText } from '@recado/domain/storable'
import { boundFields, jsonBytes } from './bounded-fields.ts'
import type { Intent } from './intent.ts'

/** Up to this size of payload and name an intent always fits: its content and text repeat parts of the payload. */
const SMALL_BYTES = 300 * 1024
/** Most bytes of a message in one append of at most 1 MiB; the rest is for ids and metadata. */
const MAX_BYTES = 1_020 * 1024
/** Most bytes of a message once its payload is cut, so that its webhook event fits as well. */
const MAX_CUT_BYTES = 800 * 1024
const MAX_TEXT_CHARS = 100_000

/** Most errors kept of a status whose errors are cut. */
const MAX_ERRORS = 20

/**
 * Cuts an intent until a fact can hold it; the raw event keeps all of it. A cut object keeps its small fields and is
 * marked by `truncated`.
 */
export function fitIntent(intent: Intent): Intent {
  switch (intent.kind) {
    case 'received':
    case 'sent_elsewhere':
    case 'edited':
    case 'revoked':
      return fitMessage(intent)
    case 'imported':
      return { ...intent, imported: fitContent(intent.imported) }
    case 'imported_media':
      return { ...intent, imported: fitContent(intent.imported) }
    case 'status':
      return isSmall(intent.status.errors) && isSmall(intent.status.pricing)
        ? intent
        : { ...intent, status: cutStatus(intent.status) }
    case 'called': {
      const { call } = intent
      const profile_name = call.profile_name && truncateText(call.profile_name, MAX_TEXT_CHARS)
      return profile_name === call.profile_name
        ? intent
        : { ...intent, call: { ...call, profile_name } }
    }
    case 'connection_noticed':
      return isSmall(intent.value) ? intent : { ...intent, value: truncateObject(intent.value) }
    case 'connection_status':
      return isSmall(intent.details)
        ? intent
        : { ...intent, details: truncateObject(intent.details) }
    case 'identity_changed':
    case 'person_listed':
    case 'marketing_preference':
    case 'connection_number':
    case 'connection_history':
    case 'set_aside':
    case 'unreadable':
      return intent
  }
}

function isSmall(value: unknown): boolean {
  return jsonBytes(value) <= SMALL_BYTES
}

function truncateObject(value: Native): object {
  return boundFields(nativeRecord(value)).kept
}

function cutStatus(status: StatusIntent): StatusIntent {
  const errors = status.errors.slice(0, MAX_ERRORS).map(truncateObject)
  return { ...status, errors, pricing: status.pricing && truncateObject(status.pricing) }
}

function fitContent<C extends ImportedContent>(imported: C): C {
  const { content, text } = imported
  if (isSmall(content) && text.length <= MAX_TEXT_CHARS) return imported
  return {
    ...imported,
    text: truncateText(text, MAX_TEXT_CHARS),
    content: isSmall(content) ? content : truncateObject(content as Native),
  }
}

/**
 * Cuts a message: first the native payload, then the content, then its texts. One that still does not fit is
 * `unreadable`.
 */
function fitMessage(intent: Extract<Intent, { message: MessageIntent }>): Intent {
  const { message } = intent
  const { payload, profile_name } = message
  if (isSmall([payload, profile_name]) || jsonBytes(message) <= MAX_BYTES) return intent
  for (const cut of truncateStepwise(message))
    if (jsonBytes(cut) <= MAX_CUT_BYTES) return { ...intent, message: cut }
  return { kind: 'unreadable', reason: 'oversized' }
}

function* truncateStepwise(message: MessageIntent): Generator<MessageIntent> {
  const one = { ...message, payload: truncateObject(message.payload) }
  yield one
  const content = message.content && { ...truncateObject(message.content), truncated: true }
  const two = { ...one, content }
  yield two
  const referral = message.referral && truncateObject(message.referral)
  const text = truncateText(message.text, MAX_TEXT_CHARS)
  const profile_name = message.profile_name && truncateText(message.profile_name, MAX_TEXT_CHARS)
  yield { ...two, referral, text, profile_name }
}
