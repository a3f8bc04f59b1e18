import { type Decide, refuse } from '../decision.ts'
import type { Connection } from './connection.ts'
import type { HistoryDeclined, HistoryProgressed } from './events.ts'

export type ReportHistory = {
  readonly connection_id: string
  readonly at: string
} & (
  | { readonly phase: number; readonly progress: number }
  | { readonly declined: { readonly code: number | null; readonly title: string | null } }
)

/**
 * Records how far the number's history is transferred, or that it is not shared; nothing for a chunk that says no more
 * than an earlier one. A refusal after progress is about something else, such as a second request.
 */
export const reportHistory: Decide<
  ReportHistory,
  Connection,
  HistoryProgressed | HistoryDeclined,
  'connection_not_found'
> = (report, state) => {
  if (state === null) return refuse('connection_not_found')
  const { connection_id, at } = report
  const { history } = state
  if ('declined' in report) {
    const data = { connection_id, ...report.declined, declined_at: at }
    const isNew = !history.is_declined && history.progress < 0
    return isNew ? [{ type: 'HistoryDeclined', data }] : []
  }
  const phase = Math.max(report.phase, history.phase)
  const progress = Math.max(report.progress, history.progress)
  if (phase === history.phase && progress === history.progress) return []
  return [
    { type: 'HistoryProgressed', data: { connection_id, phase, progress, progressed_at: at } },
  ]
}
