import { type AppendExpectedRevision, type EventData, jsonEvent } from '@eventstore/db-client'
import { clientFault, NoAnswer } from './client-fault.ts'
import type { Connection } from './connection.ts'
import { StoreUnavailable, UnserialisableEvent } from './errors.ts'
import type { Appended, NewEvent } from './event-store.ts'
import type { Limits } from './limits.ts'
import { backoff, pause, within } from './patience.ts'
import { readForwards } from './read-stream.ts'

/**
 * Appends all events or none, sending the same ids and the same expectation again while the outcome is
 * unknown and the deadline has not passed.
 * @throws RevisionConflict, StreamDeleted, AppendTooLarge, UnserialisableEvent, StoreUnavailable
 */
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
      await pause(waitMs)
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
  const since = performance.now()
  // Never with credentials of its own: a call that has them loses the batched path. The deadline is for
  // the server; the client itself would wait for ever.
  const sent = connection.client.appendToStream(stream, [...events], {
    expectedRevision,
    deadline: limits.attemptTimeoutMs,
  })
  try {
    const { nextExpectedRevision: revision, position } = await within(limits.attemptTimeoutMs, sent)
    connection.answered()
    return { revision, position: position?.commit ?? (await positionOf()) }

    async function positionOf(): Promise<bigint> {
      for await (const event of readForwards(connection, limits, stream, revision, 1)) {
        return event.position
      }
      throw new NoAnswer(limits.attemptTimeoutMs)
    }
  } catch (error) {
    if (clientFault(error, stream).kind === 'definite') connection.answered()
    else connection.suspect(since)
    throw error
  }
}

// The client serialises where nobody can catch an error: what it could not do must fail before.
function proposed({ id, type, data, metadata }: NewEvent) {
  try {
    JSON.stringify(data)
    JSON.stringify(metadata)
  } catch (cause) {
    throw new UnserialisableEvent(type, cause)
  }
  return jsonEvent({ id, type, data: data as Record<string, unknown>, metadata })
}

function gaveUp(stream: string, outcomeUnknown: boolean, cause: unknown): StoreUnavailable {
  const tell = outcomeUnknown
    ? 'it may have been written; send it again only with the same event ids and expected revision'
    : 'nothing was written; try again later'
  return new StoreUnavailable(`no answer to an append to ${stream} in time: ${tell}`, {
    outcomeUnknown,
    cause,
  })
}
