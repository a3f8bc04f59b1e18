import { asRecord } from '@recado/domain/provider-event/loose-json'
import { isFromMe } from '@recado/translation/waha/message'
import type { PartialEvent } from '../provider.ts'

/** The events that every session sends. `message.any` contains everything of `message`, and also echoes. */
export const WAHA_EVENTS: readonly string[] = [
  'session.status',
  'message.any',
  'message.ack',
  'message.reaction',
  'message.edited',
  'message.revoked',
]

/** Most webhooks for WAHA list its `message`: the messages that the business has not written. */
export const WAHA_MESSAGE: PartialEvent = {
  name: 'message',
  of: 'message.any',
  isPart: (envelope) => !isFromMe(asRecord(asRecord(envelope).payload)),
}
