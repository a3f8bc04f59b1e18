import type { ConnectionEntry } from '../../registry-entries.ts'
import type { GraphCalls } from './graph-calls.ts'
import type { GraphResult } from './read-result.ts'

export function markRead(
  graph: Pick<GraphCalls, 'call'>,
  connection: ConnectionEntry,
  message_id: string | null,
): Promise<GraphResult> {
  return graph.call(connection, {
    method: 'POST',
    path: `/${connection.phone_number_id}/messages`,
    json: { messaging_product: 'whatsapp', status: 'read', message_id },
  })
}
