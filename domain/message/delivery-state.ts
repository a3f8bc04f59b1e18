import type { SendError } from './events.ts'

/** How far an outbound message has come. `failed` yields to any proof that it arrived. */
export type DeliveryStatus = 'pending' | 'sent' | 'failed' | 'delivered' | 'read'

/** A message's way so far: the highest status, and when each was first true, by the provider's clock. */
export type DeliveryState = {
  readonly status: DeliveryStatus
  readonly sent_at: string | null
  readonly delivered_at: string | null
  readonly read_at: string | null
  readonly failed_at: string | null
  /** Why it failed; kept when a later status wins, shown only while the status is failed. */
  readonly error: SendError | null
}

/** One report on the way, by the provider or by our own refusal. `played` is read by ear. */
export type DeliveryReport = {
  readonly status: 'sent' | 'delivered' | 'read' | 'played' | 'failed'
  readonly at: string
  readonly error: SendError | null
}

/** How far a status is on its way: a lower one never replaces a higher one. */
export const RANK = { pending: 0, sent: 1, failed: 2, delivered: 3, read: 4 } as const

/**
 * The state after a report. Any order and any repetition of the same reports ends in one state: the status
 * only rises, each time is the earliest told, the error is that of the earliest failure.
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

function earlier(known: string | null, told: string): string {
  return known !== null && known < told ? known : told
}

function firstError(state: DeliveryState, { at, error }: DeliveryReport): SendError | null {
  if (state.failed_at === null || at < state.failed_at) return error
  if (at > state.failed_at || error === null) return state.error
  if (state.error === null) return error
  return JSON.stringify(error) < JSON.stringify(state.error) ? error : state.error
}
