import type { MessageIntent } from '@recado/domain/message/events'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import { beginningOf } from '@recado/domain/storable'
import { bounded, jsonBytes } from './bounded-fields.ts'
import type { Intent } from './intent.ts'

/** Below it nothing needs a look: content and payload say the same twice. */
const SMALL_BYTES = 300 * 1024
/** What an intent may take of an append, whose limit is 1 MiB: ids and metadata stand beside it. */
const MOST_BYTES = 1_020 * 1024
/** What it may take once its payload is cut, so that its webhook has room as well. */
const MOST_CUT_BYTES = 800 * 1024
const MOST_TEXT = 100_000

/**
 * A message that a fact can hold. The native object is cut first, since the raw event has it whole, then the content, then
 * the text; what is cut keeps its small fields and is marked by `truncated`.
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
