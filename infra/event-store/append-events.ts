import type { AppendExpectedRevision, EventData } from '@eventstore/db-client'
import { backoff, doubling } from '../concurrency/backoff.ts'
import { appendOnce } from './append-once.ts'
import { LEAST_MS, type Patience } from './ask.ts'
import { clientFault, NoAnswer, NotSent } from './client-fault.ts'
import type { Connection } from './connection.ts'
import { StoreUnavailable, UnserialisableEvent } from './errors.ts'
import type { Appended, NewEvent } from './event-store.ts'
import type { Limits } from './limits.ts'
import { serialisedEvent } from './proposed-bytes.ts'

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
  const { promise: written, resolve: landed } = open<Appended>()
  const proposal = { stream, expectedRevision, proposals }
  const once = (patience: Patience) => appendOnce(connection, limits, patience, proposal, landed)
  return repeated(connection, limits, stream, once, written)
}

/**
 * An answer to an earlier attempt counts as much as one to the last, and each attempt waits twice as long as the one
 * before: a store that is slow for a while would else have to do everything again, and be slower still.
 */
async function repeated(
  { time }: Connection,
  limits: Limits,
  stream: string,
  once: (patience: Patience) => Promise<Appended>,
  written: Promise<Appended>,
): Promise<Appended> {
  const deadline = time.clock() + limits.appendDeadlineMs
  let outcomeUnknown = false
  let reason: unknown
  let unanswered = 0
  for (let retry = 0; ; retry++) {
    const attemptMs = doubling(unanswered, limits.attemptTimeoutMs, 4 * limits.attemptTimeoutMs)
    try {
      return await Promise.race([written, once({ attemptMs, deadline })])
    } catch (cause) {
      const fault = clientFault(cause, stream)
      if (fault.kind === 'definite') throw fault.error
      outcomeUnknown ||= fault.kind === 'unknown'
      if (cause instanceof NoAnswer) unanswered += 1
      // How an attempt ended that reached the server says more.
      if (reason === undefined || !(cause instanceof NotSent)) reason = cause
      // Appends that failed together would else be repeated together.
      const waitMs = backoff(retry, 500)
      if (time.clock() + waitMs + LEAST_MS > deadline) throw gaveUp(stream, outcomeUnknown, reason)
      const late = await Promise.race([written, time.sleep(waitMs)])
      if (late !== undefined) return late
    }
  }
}

function open<T>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
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
