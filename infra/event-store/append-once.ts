import type {
  AppendExpectedRevision,
  AppendResult,
  EventData,
  EventStoreDBClient,
} from '@eventstore/db-client'
import { ask, type Patience } from './ask.ts'
import { isLate, NoAnswer } from './client-fault.ts'
import type { Connection } from './connection.ts'
import type { Appended } from './event-store.ts'
import { FROM_LEADER } from './from-leader.ts'
import type { Limits } from './limits.ts'
import { readForwards } from './read-stream.ts'

/** The share of the time left that the server gets as its deadline; the rest is for its answer to arrive. */
const SERVERS_SHARE = 0.75

/** A server that calls a deadline over sooner than this does so by another clock, ms: it takes longer to be late. */
const SOON_MS = 750

export type Proposal = {
  readonly stream: string
  readonly expectedRevision: AppendExpectedRevision
  readonly proposals: readonly EventData[]
}

/**
 * One attempt of an append.
 * @param landed also called when the answer comes after the attempt was given up
 * @throws NoAnswer, GivenUp, NotSent, or the client's error
 */
export async function appendOnce(
  connection: Connection,
  limits: Limits,
  patience: Patience,
  proposal: Proposal,
  landed: (appended: Appended) => void,
): Promise<Appended> {
  const { stream } = proposal
  const result = await ask(connection, patience, (client) => {
    const leftMs = patience.deadline - connection.time.clock()
    const answer = write(connection, client, leftMs, proposal)
    answer.then(
      ({ nextExpectedRevision: revision, position }) =>
        position && landed({ revision, position: position.commit }),
      () => undefined,
    )
    return answer
  })
  const { nextExpectedRevision: revision, position } = result
  return {
    revision,
    position: position?.commit ?? (await positionOf(connection, limits, stream, revision)),
  }
}

async function write(
  connection: Connection,
  client: EventStoreDBClient,
  leftMs: number,
  { stream, expectedRevision, proposals }: Proposal,
): Promise<AppendResult> {
  const { clock } = connection.time
  // No per-call credentials: they would disable BatchAppend. The deadline is for the server: the client (6.2.1)
  // itself never times out a batch append. It is that of the caller, since a late answer to this attempt serves too.
  const share = leftMs * SERVERS_SHARE
  const deadline = share + connection.allowanceMs()
  const since = clock()
  try {
    const options = { ...FROM_LEADER, expectedRevision, deadline }
    return await client.appendToStream(stream, [...proposals], options)
  } catch (error) {
    // The deadline is sent as an absolute time: a server whose clock is ahead would call every write late.
    if (isLate(error) && clock() - since < Math.min(SOON_MS, share / 2)) connection.clockIsAhead()
    throw error
  }
}

/** The append is written by now, so whatever fails here leaves its outcome unknown. @throws NoAnswer */
async function positionOf(
  connection: Connection,
  limits: Limits,
  stream: string,
  revision: bigint,
): Promise<bigint> {
  const within = { ...limits, readDeadlineMs: limits.attemptTimeoutMs }
  try {
    for await (const event of readForwards(connection, within, stream, revision, 1))
      return event.position
  } catch (cause) {
    throw new NoAnswer(limits.attemptTimeoutMs, cause)
  }
  throw new NoAnswer(limits.attemptTimeoutMs)
}
