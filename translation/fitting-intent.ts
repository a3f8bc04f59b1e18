import type { MessageIntent } from '@recado/domain/message/events'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import { beginningOf } from '@recado/domain/storable'
import { bounded, jsonBytes } from './bounded-fields.ts'
import type { Intent } from './intent.ts'

/** Up to this size of the payload an intent always fits: its content and text repeat parts of the payload. */
const SMALL_BYTES = 300 * 1024
/** Most bytes of a message in one append of at most 1 MiB; the rest is for ids and metadata. */
const MOST_BYTES = 1_020 * 1024
/** Most bytes of a message once its payload is cut, so that its webhook event fits as well. */
const MOST_CUT_BYTES = 800 * 1024
const MOST_TEXT = 100_000

/**
 * Cuts a message until a fact can hold it: first the native payload, which the raw event keeps whole, then the
 * content, then the text. A cut object keeps its small fields and is marked by `truncated`. A message that still does
 * not fit is `unreadable`.
 */
export function fittingIntent(intent: Intent): Intent {
  if (!('message' in intent)) return intent
  const { message } = intent
  if (jsonBytes(message.payload) <= SMALL_BYTES || jsonBytes(message) <= MOST_BYTES) return intent
  for (const cut of cuts(message))
    if (jsonBytes(cut) <= MOST_CUT_BYTES) return { ...intent, message: cut }
  return { kind: 'unreadable', reason: 'oversized' }
}

function* cuts(message: MessageIntent): Generator<MessageIntent> {
  const one = { ...message, payload: bounded(asRecord(message.payload)).kept }
  yield one
  const content = message.content && { ...bounded(asRecord(message.content)).kept, truncated: true }
  const two = { ...one, content }
  yield two
  const referral = message.referral && bounded(asRecord(message.referral)).kept
  const text = beginningOf(message.text, MOST_TEXT)
  yield { ...two, referral, text }
}
