import { z } from 'zod'
import { CONNECTION_TYPES, ConnectionType } from './connection.ts'
import { LogId, Timestamp, Uuid } from './ids.ts'

/** The types of connection by which raw events can be filtered. */
export const RawEventSource = z.enum(CONNECTION_TYPES)

/** A provider's event as it came, for audit and external reprocessing. */
export const RawEvent = z
  .object({
    id: LogId,
    source: ConnectionType,
    event: z.string().describe("The provider's name, such as messages or statuses."),
    connection_id: Uuid,
    payload: z.record(z.string(), z.unknown()).describe('Native payload, preserved.'),
    created_at: Timestamp,
  })
  .meta({ id: 'RawEvent' })
export type RawEvent = z.infer<typeof RawEvent>
