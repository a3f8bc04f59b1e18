import { randomUUID } from 'node:crypto'
import {
  AccessDeniedError,
  type Credentials,
  type EventStoreDBClient,
  jsonEvent,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { FROM_LEADER } from './from-leader.ts'

export type Rights = {
  readonly readsAll: boolean
  readonly writes: boolean
  /** Reads the server's own streams, which only administrators need. */
  readonly readsSystem: boolean
}

/** A revision that no stream has: an append that is allowed fails with a wrong version and writes nothing. */
const NEVER = 2n ** 40n

/** Probes the rights of a login without writing anything. @param credentials null for an unknown login */
export async function rightsOf(
  client: EventStoreDBClient,
  credentials: Credentials | null,
): Promise<Rights> {
  const as = { ...FROM_LEADER, ...(credentials && { credentials }) }
  const one = { ...as, direction: 'backwards', maxCount: 1 } as const
  const read = async (events: AsyncIterable<unknown>) => {
    for await (const _ of events) break
  }
  const nothing = jsonEvent({ type: 'Tried', data: {} })
  return {
    readsAll: await isAllowed(() => read(client.readAll({ ...one, fromPosition: 'end' }))),
    writes: await isAllowed(() =>
      client.appendToStream(`rights-${randomUUID()}`, nothing, { ...as, expectedRevision: NEVER }),
    ),
    readsSystem: await isAllowed(() =>
      read(client.readStream('$settings', { ...one, fromRevision: 'end' })),
    ),
  }
}

async function isAllowed(attempt: () => Promise<unknown>): Promise<boolean> {
  try {
    await attempt()
    return true
  } catch (error) {
    if (error instanceof AccessDeniedError) return false
    if (error instanceof WrongExpectedVersionError || error instanceof StreamNotFoundError)
      return true
    throw error
  }
}
