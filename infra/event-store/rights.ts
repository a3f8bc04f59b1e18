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

/** What somebody may do with a log. */
export type Rights = {
  readonly readsAll: boolean
  readonly writes: boolean
  /** Reads streams of the server's own, which need nobody but an administrator. */
  readonly readsSystem: boolean
}

/** A revision that no stream has: what is written on it is refused for that, by whoever may write. */
const NEVER = 2n ** 40n

/**
 * Tries what somebody may do, and leaves nothing behind.
 * @param credentials of whom, null for nobody that the server knows
 * @throws when it cannot be asked
 */
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
