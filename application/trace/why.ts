import type { SendError } from '@recado/domain/message/events'
import type { Native } from '@recado/domain/native-json'
import { asText, nativeRecord } from '@recado/domain/provider-event/loose-json'
import { errorRule } from '@recado/translation/graph-api/error-classes'
import type { MessageFact } from './state-after.ts'

/** The rule that explains a state (each language has a sentence for it), and the ids of what it rests on. */
export type Why = {
  readonly rule: string
  readonly says: string
  readonly because: readonly string[]
}

export type Delivered = {
  readonly id: string
  /** Shared by all deliveries of an event, redeliveries too. */
  readonly event_id: string
  readonly status: string
  readonly attempts: number
  readonly last_status: number | null
}

/** Why a message failed, or else why the customer's webhook did not get it; null when nothing needs a reason. */
export function why(
  status: string,
  facts: readonly MessageFact[],
  deliveries: readonly Delivered[],
): Why | null {
  if (status === 'failed') return facts.map(failure).findLast((reason) => reason !== null) ?? null
  const delivered = new Set(
    deliveries.flatMap(({ status, event_id }) => (status === 'delivered' ? [event_id] : [])),
  )
  const dead = deliveries.find(
    ({ status, event_id }) => status === 'dead' && !delivered.has(event_id),
  )
  if (dead === undefined) return null
  return {
    rule: givenUp(dead),
    says: dead.last_status === null ? '' : `HTTP ${dead.last_status}`,
    because: [dead.id],
  }
}

/** Only a delivery without an attempt is ever skipped. */
function givenUp({ attempts, last_status }: Delivered): string {
  if (attempts === 0) return 'webhook_skipped'
  return last_status === 410 ? 'webhook_gone' : 'webhook_exhausted'
}

function failure({ id, type, data }: MessageFact): Why | null {
  switch (type) {
    case 'MessageSendRefused':
      return reasonOf(id, data.error, data.error.class)
    case 'MessageSendGivenUp':
      return reasonOf(
        id,
        data.error,
        data.error.code === 'outcome_unknown' ? 'never_confirmed' : 'refused_by_us',
      )
    case 'MessageStatusReported':
      return data.intent.status === 'failed' ? byProvider(id, data.intent.errors) : null
    default:
      return null
  }
}

function reasonOf(id: string, { code, title, details }: SendError, rule: string): Why {
  const says = [String(code), title, details].filter((part) => part !== null && part !== '')
  return { rule, says: says.join(' · '), because: [id] }
}

function byProvider(id: string, errors: readonly Native[]): Why {
  const { code, title } = nativeRecord(errors[0] ?? null)
  const says = [code, title].map(asText).filter((part) => part !== null)
  const rule = errorRule(Number(code))?.class ?? 'unknown'
  return { rule, says: says.join(' · '), because: [id] }
}
