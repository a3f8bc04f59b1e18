import type { SendError } from './events.ts'

/** The delivery status of an outbound message. Any proof that it arrived replaces `failed`. */
export type DeliveryStatus = 'pending' | 'sent' | 'failed' | 'delivered' | 'read'

/** The delivery of a message so far: the highest status, and the earliest time of each, by the provider's clock. */
export type DeliveryState = {
  readonly status: DeliveryStatus
  readonly sent_at: string | null
  readonly delivered_at: string | null
  readonly read_at: string | null
  readonly failed_at: string | null
  /** Why the message failed. Kept when a higher status follows, but shown only while the status is `failed`. */
  readonly error: SendError | null
}

/** One report of a status by the provider, or our own verdict as such. `played` counts as read. */
export type DeliveryReport = {
  readonly status: 'sent' | 'delivered' | 'read' | 'played' | 'failed'
  readonly at: string
  readonly error: SendError | null
}

/** The order of statuses: a lower one never replaces a higher one. */
export const RANK = { pending: 0, sent: 1, failed: 2, delivered: 3, read: 4 } as const

/**
 * The state after a report. The same reports in any order, and repeated, end in one state: the status only rises,
 * each time is the earliest reported, and the error is that of the earliest failure.
 */
export function afterReport(state: DeliveryState, report: DeliveryReport): DeliveryState {
  const status = report.status === 'played' ? 'read' : report.status
  const at = `${status}_at` as const
  return {
    ...state,
    status: RANK[status] > RANK[state.status] ? status : state.status,
    [at]: earlier(state[at], report.at),
    error: status === 'failed' ? firstError(state, report) : state.error,
  }
}

/**
 * The state after our own verdict that the send failed. It counts only while nobody knows that the provider has taken
 * the message: after that, only the provider says what became of it.
 */
export function afterVerdict(
  state: DeliveryState,
  isTaken: boolean,
  { at, error }: Pick<DeliveryReport, 'at' | 'error'>,
): DeliveryState {
  return isTaken ? state : afterReport(state, { status: 'failed', at, error })
}

/**
 * The state once the provider is known to have taken the send. A failure from before that is our own verdict, which
 * says nothing any more: the send counts as sent. A failure that the provider reports stays.
 * @param isTaken whether that was known before
 * @param at when it was taken; null when the reports that follow say so
 */
export function afterAcceptance(
  state: DeliveryState,
  isTaken: boolean,
  at: string | null,
): DeliveryState {
  if (isTaken || state.failed_at === null) return state
  return {
    ...state,
    status: at === null ? 'pending' : 'sent',
    sent_at: at,
    failed_at: null,
    error: null,
  }
}

function earlier(known: string | null, reported: string): string {
  return known !== null && known < reported ? known : reported
}

function firstError(state: DeliveryState, { at, error }: DeliveryReport): SendError | null {
  if (state.failed_at === null || at < state.failed_at) return error
  if (at > state.failed_at || error === null) return state.error
  if (state.error === null) return error
  return JSON.stringify(error) < JSON.stringify(state.error) ? error : state.error
}
