import { randomUUID } from 'node:crypto'
import {
  ANY,
  EventStoreDBClient as Client,
  type EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
} from '@eventstore/db-client'
import type { NewEvent } from '@recado/infra/event-store/event-store'
import type { Lab } from './lab.ts'

/** The stock client with nothing of ours around it: the raw limit of every access to the log. */
export function rawClient(lab: Lab, url: string): EventStoreDBClient {
  const client = Client.connectionString(url)
  lab.after(() => client.dispose())
  return client
}

/** Appends once: to a new stream, or with any revision to the named one. */
export async function rawAppend(
  client: EventStoreDBClient,
  events: readonly Pick<NewEvent, 'id' | 'type' | 'data' | 'metadata'>[],
  stream: string | null = null,
): Promise<void> {
  const proposed = events.map(({ id, type, data, metadata }) =>
    jsonEvent({ id, type, data: data as Record<string, unknown>, metadata }),
  )
  const expectedRevision = stream === null ? NO_STREAM : ANY
  await client.appendToStream(stream ?? `message-${randomUUID()}`, proposed, { expectedRevision })
}
