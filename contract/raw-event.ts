import { z } from 'zod'
import { LogId, Timestamp, Uuid } from './ids.ts'

/** Which kind of connection a raw event came through. */
export const RawEventSource = z.enum(['official', 'freemium'])

/** A provider's event as it came, for audit and external reprocessing. */
export const RawEvent = z
  .object({
    id: LogId,
    source: RawEventSource,
    event: z.string().describe("The provider's name, such as messages or statuses."),
    connection_id: Uuid,
    payload: z.record(z.string(), z.unknown()).describe('Native payload, preserved.'),
    created_at: Timestamp,
  })
  .meta({ id: 'RawEvent' })
export type RawEvent = z.infer<typeof RawEvent>
