import { asRecord, asText, isRecord } from '@recado/domain/provider-event/loose-json'
import type { Intent, Translate } from '../intent.ts'
import { type WahaContext, wahaEdit, wahaMessage, wahaReaction, wahaRevoke } from './message.ts'
import { wahaSession } from './session.ts'
import { wahaStatus } from './status.ts'

type Json = Readonly<Record<string, unknown>>
type Read = (payload: Json, context: WahaContext) => readonly Intent[]

/** What we understand of WAHA's events; of any other nothing follows. */
const READERS = new Map<string, Read>([
  ['message', withAck],
  ['message.any', withAck],
  ['message.ack', wahaStatus],
  ['message.reaction', wahaReaction],
  ['message.edited', wahaEdit],
  ['message.revoked', wahaRevoke],
  ['session.status', wahaSession],
])

/**
 * From a raw event of WAHA to what it means. Pure; what it cannot read becomes `unreadable`, an event that is
 * not known to it becomes nothing, and so does what is said in groups, channels and broadcasts.
 */
export const translateWaha: Translate = ({ payload: envelope, received_at }) => {
  const { event, payload, timestamp, me } = asRecord(envelope)
  const read = READERS.get(asText(event) ?? '')
  if (read === undefined) return []
  if (!isRecord(payload)) return [{ kind: 'unreadable', reason: 'event_without_payload' }]
  if (payload.oversized === true) return [{ kind: 'unreadable', reason: 'oversized' }]
  return read(payload, { me: asRecord(me).id, told_at: timeOf(timestamp, received_at) })
}

/** An echo may tell how far the message is; of GOWS's server ack nothing else does. */
function withAck(payload: Json, context: WahaContext): readonly Intent[] {
  const intents = wahaMessage(payload, context)
  const [first] = intents
  return first?.kind === 'sent_elsewhere' ? [first, ...wahaStatus(payload, context)] : intents
}

/** The last millisecond whose year has four digits. */
const MAX_MS = 253_402_300_799_999

/** WAHA dates its events in milliseconds. */
function timeOf(value: unknown, otherwise: string): string {
  const ms = Number(asText(value) ?? Number.NaN)
  return ms > 0 && ms <= MAX_MS ? new Date(Math.trunc(ms)).toISOString() : otherwise
}
