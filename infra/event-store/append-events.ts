import type { AppendExpectedRevision, EventData } from '@eventstore/db-client'
import { backoff } from '../concurrency/backoff.ts'
import { sleep } from '../concurrency/sleep.ts'
import { ask } from './ask.ts'
import { clientFault, isLate, NoAnswer } from './client-fault.ts'
import type { Connection } from './connection.ts'
import { StoreUnavailable, UnserialisableEvent } from './errors.ts'
import type { Appended, NewEvent } from './event-store.ts'
import { FROM_LEADER } from './from-leader.ts'
import type { Limits } from './limits.ts'
import { serialisedEvent } from './proposed-bytes.ts'
import { readForwards } from './read-stream.ts'

/** The share of an attempt's time that the server gets as its deadline; the rest is for its answer to arrive. */
const SERVERS_SHARE = 0.75

/** As EventStore.append: repeats the same ids and revision while the outcome is unknown, until the deadline. */
export async function appendEvents(
  connection: Connection,
  limits: Limits,
  stream: string,
  expectedRevision: AppendExpectedRevision,
  events: readonly NewEvent[],
): Promise<Appended> {
  if (events.length === 0) throw new Error(`nothing to append to ${stream}; do not call append`)
  const proposals = events.map(proposed)
  const deadline = performance.now() + limits.appendDeadlineMs
  let outcomeUnknown = false
  for (let retry = 0; ; retry++) {
    try {
      const left = Math.ceil(deadline - performance.now())
      const attemptTimeoutMs = Math.min(limits.attemptTimeoutMs, left)
      const cut = { ...limits, attemptTimeoutMs }
      return await attempt(connection, cut, stream, expectedRevision, proposals)
    } catch (cause) {
      const fault = clientFault(cause, stream)
      if (fault.kind === 'definite') throw fault.error
      outcomeUnknown ||= fault.kind === 'unknown'
      const waitMs = cause instanceof NoAnswer ? 0 : backoff(retry, 500)
      if (performance.now() + waitMs >= deadline) throw gaveUp(stream, outcomeUnknown, cause)
      await sleep(waitMs)
    }
  }
}

async function attempt(
  connection: Connection,
  limits: Limits,
  stream: string,
  expectedRevision: AppendExpectedRevision,
  events: readonly EventData[],
): Promise<Appended> {
  // No per-call credentials: they would disable BatchAppend. The deadline is for the server: the client (6.2.1)
  // itself never times out a batch append.
  const share = limits.attemptTimeoutMs * SERVERS_SHARE
  const deadline = share + connection.allowanceMs()
  const since = performance.now()
  const { nextExpectedRevision: revision, position } = await ask(
    connection,
    limits.attemptTimeoutMs,
    (client) =>
      client.appendToStream(stream, [...events], { ...FROM_LEADER, expectedRevision, deadline }),
  ).catch((error) => {
    // The deadline is sent as an absolute time: a server whose clock is ahead would call every write late.
    if (isLate(error) && performance.now() - since < share / 2) connection.clockIsAhead()
    throw error
  })
  return { revision, position: position?.commit ?? (await positionOf(revision)) }

  // The append is written by now, so whatever fails here leaves its outcome unknown.
  async function positionOf(revision: bigint): Promise<bigint> {
    const within = { ...limits, readDeadlineMs: limits.attemptTimeoutMs }
    try {
      for await (const event of readForwards(connection, within, stream, revision, 1))
        return event.position
    } catch (cause) {
      throw new NoAnswer(limits.attemptTimeoutMs, cause)
    }
    throw new NoAnswer(limits.attemptTimeoutMs)
  }
}

// The client would serialise inside an event handler, where nothing can catch the error.
function proposed(event: NewEvent): EventData {
  try {
    return serialisedEvent(event)
  } catch (cause) {
    throw new UnserialisableEvent(event.type, cause)
  }
}

function gaveUp(stream: string, outcomeUnknown: boolean, cause: unknown): StoreUnavailable {
  const advice = outcomeUnknown
    ? 'it may have been written; send it again only with the same event ids and expected revision'
    : 'nothing was written; try again later'
  return new StoreUnavailable(`no answer to an append to ${stream} in time: ${advice}`, {
    outcomeUnknown,
    cause,
  })
}
