import { type ExecuteDeps, execute } from '@recado/application/commands/execute'
import { scopeOf } from '@recado/application/facts/decisions'
import { type Cause, contextOf } from '@recado/application/intake/cause'
import { changeConnectionStatus } from '@recado/domain/connection/change-connection-status'
import { connection } from '@recado/domain/connection/connection'
import { learnConnectionNumber } from '@recado/domain/connection/learn-connection-number'
import { recordConnectionNotice } from '@recado/domain/connection/record-connection-notice'
import { reportHistory } from '@recado/domain/connection/report-history'
import { asText, nativeRecord } from '@recado/domain/provider-event/loose-json'
import type { ConnectionChange } from '@recado/translation/intent'
import { type ConnectionHistory, NUMBER } from './connection-histories.ts'
import type { Recorded, Recorder } from './recorder.ts'

/** Records a change of the number itself, once: the connection's own stream shows what is recorded already. */
export async function recordConnectionChange(
  recorder: Recorder,
  cause: Cause,
  change: ConnectionChange,
): Promise<Recorded> {
  const context = contextOf(cause, scopeOf('connection'), recorder.now)
  const eventId = context.newId()
  const { connection_id } = cause
  const history = await recorder.recent.connections.historyOf(recorder.store, connection_id)
  if (history.ids.has(eventId) || isOvertaken(history, change)) return 'repeated'
  const at = recorder.now().toISOString()
  const execution = { aggregate: connection, id: connection_id, context }
  const done = await append(recorder, execution, connection_id, change, at)
  return done.refused === undefined && done.events.length > 0 ? 'recorded' : 'repeated'
}

function append(
  deps: ExecuteDeps,
  execution: { aggregate: typeof connection; id: string; context: ReturnType<typeof contextOf> },
  connection_id: string,
  change: ConnectionChange,
  at: string,
) {
  if (change.kind === 'connection_noticed') {
    const command = { connection_id, kind: change.notice, value: change.value, at }
    return execute(deps, { ...execution, decide: recordConnectionNotice, command })
  }
  if (change.kind === 'connection_number') {
    const { phone_number, told_at, placement } = change
    const command = { connection_id, phone_number, told_at, placement, at }
    return execute(deps, { ...execution, decide: learnConnectionNumber, command })
  }
  if (change.kind === 'connection_history') {
    const { kind: _, ...report } = change
    const command = { connection_id, ...report, at }
    return execute(deps, { ...execution, decide: reportHistory, command })
  }
  const { status, reason, details, placement } = change
  const command = { connection_id, status, reason, details, placement, at }
  return execute(deps, { ...execution, decide: changeConnectionStatus, command })
}

/** Whether a later status or number is known already: a gateway's retries arrive out of order. */
function isOvertaken({ toldAt }: ConnectionHistory, change: ConnectionChange): boolean {
  if (change.kind === 'connection_number')
    return change.told_at !== undefined && change.told_at < (toldAt.get(NUMBER) ?? '')
  if (change.kind !== 'connection_status') return false
  const [known, told] = [toldAt.get(change.reason), asText(nativeRecord(change.details).told_at)]
  return known !== undefined && told !== null && known > told
}
