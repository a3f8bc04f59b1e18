import { asRecord, asText, isRecord, type Json } from '@recado/domain/provider-event/loose-json'
import type { Intent, Translate } from '../intent.ts'
import { notAfter } from '../unix-time.ts'
import { type WahaContext, wahaEdit, wahaMessage, wahaReaction, wahaRevoke } from './message.ts'
import { wahaSession } from './session.ts'
import { wahaStatus } from './status.ts'

type Read = (payload: Json, context: WahaContext) => readonly Intent[]

/** Readers of WAHA's events; other events give no intent. */
const READERS = new Map<string, Read>([
  ['message', messageWithAck],
  ['message.any', messageWithAck],
  ['message.ack', wahaStatus],
  ['message.reaction', wahaReaction],
  ['message.edited', wahaEdit],
  ['message.revoked', wahaRevoke],
  ['session.status', wahaSession],
])

/**
 * Translates a raw event of WAHA into intents. Pure. What it cannot read becomes `unreadable`; unknown events, and
 * messages in groups, channels and broadcasts, give no intent.
 */
export const translateWaha: Translate = ({ payload: envelope, received_at }) => {
  const { event, payload, timestamp, me, metadata } = asRecord(envelope)
  const read = READERS.get(asText(event) ?? '')
  if (read === undefined) return []
  if (!isRecord(payload)) return [{ kind: 'unreadable', reason: 'event_without_payload' }]
  if (payload.oversized === true) return [{ kind: 'unreadable', reason: 'oversized' }]
  const told_at = timeOf(timestamp, received_at)
  const placement = placementIn(asRecord(metadata))
  return read(payload, { me: asRecord(me).id, told_at, received_at, placement })
}

/** The metadata of a session is what we have given it; that of a number that has never moved names no placement. */
function placementIn(metadata: Json): number {
  const placement = Number(asText(metadata.placement) ?? 0)
  return Number.isSafeInteger(placement) ? placement : 0
}

/** An echo may carry the message's ack; GOWS reports its server ack only there. */
function messageWithAck(payload: Json, context: WahaContext): readonly Intent[] {
  const intents = wahaMessage(payload, context)
  const [first] = intents
  return first?.kind === 'sent_elsewhere' ? [first, ...wahaStatus(payload, context)] : intents
}

/** The last millisecond whose year has four digits. */
const MAX_MS = 253_402_300_799_999

/** WAHA dates its events in milliseconds. A missing, invalid or future time counts as the time of arrival. */
function timeOf(value: unknown, receivedAt: string): string {
  const ms = Number(asText(value) ?? Number.NaN)
  if (!(ms > 0 && ms <= MAX_MS)) return receivedAt
  return notAfter(new Date(Math.trunc(ms)).toISOString(), receivedAt)
}
