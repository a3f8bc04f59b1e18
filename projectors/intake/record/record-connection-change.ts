import { type ExecuteDeps, execute } from '@recado/application/commands/execute'
import { changeConnectionStatus } from '@recado/domain/connection/change-connection-status'
import { connection } from '@recado/domain/connection/connection'
import { learnConnectionNumber } from '@recado/domain/connection/learn-connection-number'
import { noticeConnection } from '@recado/domain/connection/notice-connection'
import { asRecord, asText } from '@recado/domain/provider-event/loose-json'
import type { Intent } from '@recado/translation/intent'
import { type Cause, contextOf } from './cause.ts'
import type { ConnectionHistory } from './connection-memory.ts'
import type { Recorded, Recorder } from './recorder.ts'

type ConnectionChange = Extract<
  Intent,
  { kind: 'connection_status' | 'connection_noticed' | 'connection_number' }
>

/** Records news about the number itself, once: the connection's own stream tells what it knows already. */
export async function recordConnectionChange(
  recorder: Recorder,
  cause: Cause,
  news: ConnectionChange,
): Promise<Recorded> {
  const context = contextOf(cause, 'connection', recorder.now)
  const eventId = context.newId()
  const { connection_id } = cause
  const history = await recorder.memory.connections.historyOf(recorder.store, connection_id)
  if (history.ids.has(eventId) || isOvertaken(history, news)) return 'repeated'
  const at = recorder.now().toISOString()
  const order = { aggregate: connection, id: connection_id, context }
  const done = await append(recorder, order, connection_id, news, at)
  return done.refused === undefined && done.events.length > 0 ? 'recorded' : 'repeated'
}

function append(
  deps: ExecuteDeps,
  order: { aggregate: typeof connection; id: string; context: ReturnType<typeof contextOf> },
  connection_id: string,
  news: ConnectionChange,
  at: string,
) {
  if (news.kind === 'connection_noticed') {
    const command = { connection_id, kind: news.notice, value: news.value, at }
    return execute(deps, { ...order, decide: noticeConnection, command })
  }
  if (news.kind === 'connection_number') {
    const command = { connection_id, phone_number: news.phone_number, at }
    return execute(deps, { ...order, decide: learnConnectionNumber, command })
  }
  const { status, reason, details } = news
  const command = { connection_id, status, reason, details, at }
  return execute(deps, { ...order, decide: changeConnectionStatus, command })
}

/** Whether a status told later is known already: a gateway's retries arrive out of order. */
function isOvertaken({ toldAt }: ConnectionHistory, news: ConnectionChange): boolean {
  if (news.kind !== 'connection_status') return false
  const [known, told] = [toldAt.get(news.reason), asText(asRecord(news.details).told_at)]
  return known !== undefined && told !== null && known > told
}
