import type {
  AppendExpectedRevision,
  AppendResult,
  EventData,
  EventStoreDBClient,
} from '@eventstore/db-client'
import { isLate, NoAnswer } from './client-fault.ts'
import type { Connection } from './connection.ts'
import type { Appended } from './event-store.ts'
import { FROM_LEADER } from './from-leader.ts'
import type { Limits } from './limits.ts'
import { makeRequest, type Patience } from './make-request.ts'
import { readForwards } from './read-stream.ts'

/** The share of the time left that the server gets as its deadline; the rest is for its answer to arrive. */
const SERVERS_SHARE = 0.75

/** A deadline that the server calls over sooner than this, ms, was judged by a clock that is ahead of ours. */
const MIN_DEADLINE_MS = 750

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
  const result = await makeRequest(connection, patience, (client) => {
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
  // No per-call credentials: they would disable BatchAppend. Only the server applies the deadline: the client (6.2.1)
  // never times out a batch append. The deadline is the caller's, because a late answer to this attempt serves too.
  const share = leftMs * SERVERS_SHARE
  const deadline = share + connection.allowanceMs()
  const since = clock()
  try {
    const options = { ...FROM_LEADER, expectedRevision, deadline }
    return await client.appendToStream(stream, [...proposals], options)
  } catch (error) {
    // The deadline is sent as an absolute time: a server whose clock is ahead would call every write late.
    if (isLate(error) && clock() - since < Math.min(MIN_DEADLINE_MS, share / 2))
      connection.clockIsAhead()
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
