import { z } from 'zod'
import { ConnectionType } from './connection.ts'
import { CONNECTION_TYPES } from './connection-kinds.ts'
import { ConnectionId, CreatedAt, Erased, LogId } from './ids.ts'

/** The types of connection by which raw events can be filtered. */
export const RawEventSource = z
  .enum(CONNECTION_TYPES)
  .describe('The type of the connection that the event came in on.')

export const RawEventId = LogId.describe('The raw event, as in GET /webhook-events.')

export const RawEvent = z
  .object({
    id: RawEventId,
    source: ConnectionType,
    event: z.string().describe("The provider's name, such as messages or statuses."),
    connection_id: ConnectionId,
    payload: z
      .record(z.string(), z.unknown())
      .describe(
        'The event as it came, unchanged. Of an erased one, only what it holds of others, with null in the place of what was about the person.',
      ),
    created_at: CreatedAt,
    erased: Erased,
  })
  .meta({
    id: 'RawEvent',
    description: "A provider's event as it came, for audit and external reprocessing.",
  })
export type RawEvent = z.infer<typeof RawEvent>
