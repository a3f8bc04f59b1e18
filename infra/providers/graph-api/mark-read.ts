import type { ConnectionEntry } from '../../registry-entries.ts'
import type { GraphCalls } from './graph-calls.ts'
import type { GraphResult } from './read-result.ts'

/** @param isTyping whether Meta also shows that somebody writes, until the next message or for 25 s */
export function markRead(
  graph: Pick<GraphCalls, 'call'>,
  connection: ConnectionEntry,
  message_id: string | null,
  isTyping: boolean,
): Promise<GraphResult> {
  const typing = isTyping && { typing_indicator: { type: 'text' } }
  return graph.call(connection, {
    method: 'POST',
    path: `/${connection.phone_number_id}/messages`,
    json: { messaging_product: 'whatsapp', status: 'read', message_id, ...typing },
  })
}
