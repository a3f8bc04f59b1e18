import { type Failure, statusOf, type TracedState } from './state-after.ts'

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
export function why(state: TracedState, deliveries: readonly Delivered[]): Why | null {
  if (statusOf(state) === 'failed') return failureOf(state)
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

/** The failure that the message itself shows, of all that were said. */
function failureOf({ way, failures }: TracedState): Why | null {
  const shown = failures.find(({ at, error }) => at === way.failed_at && error === way.error)
  return shown === undefined ? null : reasonOf(shown)
}

function reasonOf(failure: Failure): Why {
  const { code = null, title = null, details = null } = failure.error ?? {}
  const says = [code, title, details].filter((part) => part !== null && part !== '')
  return { rule: ruleOf(failure), says: says.join(' · '), because: [failure.id] }
}

function ruleOf({ type, error }: Failure): string {
  if (type !== 'MessageSendGivenUp') return error?.class ?? 'unknown'
  return error?.code === 'outcome_unknown' ? 'never_confirmed' : 'refused_by_us'
}
