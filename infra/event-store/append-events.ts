import type { AppendExpectedRevision, EventData } from '@eventstore/db-client'
import { backoff, doublingWait } from '../concurrency/backoff.ts'
import { appendOnce } from './append-once.ts'
import type { AppendTurns } from './append-turns.ts'
import { clientFault, NoAnswer, NotSent } from './client-fault.ts'
import type { Connection } from './connection.ts'
import { StoreUnavailable, UnserialisableEvent } from './errors.ts'
import type { Appended, NewEvent } from './event-store.ts'
import type { Limits } from './limits.ts'
import { MIN_ATTEMPT_MS, type Patience } from './make-request.ts'
import { serialisedEvent } from './proposed-bytes.ts'

/** What appends go through. */
export type Writer = {
  readonly connection: Connection
  readonly limits: Limits
  readonly turns: AppendTurns
}

/**
 * As EventStore.append: repeats the same ids and revision while the outcome is unknown, until the deadline. The wait for
 * a turn counts as well.
 * @param payer whose turn it takes; by default the account of the facts
 */
export async function appendEvents(
  { connection, limits, turns }: Writer,
  stream: string,
  expectedRevision: AppendExpectedRevision,
  events: readonly NewEvent[],
  payer = events[0]?.metadata.account_id ?? '',
): Promise<Appended> {
  if (events.length === 0) throw new Error(`nothing to append to ${stream}; do not call append`)
  const deadline = connection.time.clock() + limits.appendDeadlineMs
  const sealed = connection.sealing?.seal(stream, events) ?? events
  const proposals = (sealed instanceof Promise ? await sealed : sealed).map(proposedEvent)
  const { promise: written, resolve: landed } = deferredPromise<Appended>()
  const proposal = { stream, expectedRevision, proposals }
  const once = (patience: Patience) => appendOnce(connection, limits, patience, proposal, landed)
  const turn = turns.take(payer, proposals)
  const leave = typeof turn === 'function' ? turn : await turn
  return appendUntilAnswered(connection, { ...limits, deadline }, stream, once, written).finally(
    leave,
  )
}

/**
 * An answer to an earlier attempt counts as much as one to the last. Each attempt waits twice as long as the one before:
 * a store that is slow for a while would otherwise have to repeat all its work, and become slower still.
 */
async function appendUntilAnswered(
  { time }: Connection,
  { deadline, attemptTimeoutMs }: Pick<Limits, 'attemptTimeoutMs'> & { readonly deadline: number },
  stream: string,
  once: (patience: Patience) => Promise<Appended>,
  written: Promise<Appended>,
): Promise<Appended> {
  let outcomeUnknown = false
  let reason: unknown
  let unanswered = 0
  for (let retry = 0; ; retry++) {
    const attemptMs = doublingWait(unanswered, attemptTimeoutMs, 4 * attemptTimeoutMs)
    try {
      return await Promise.race([written, once({ attemptMs, deadline })])
    } catch (cause) {
      const fault = clientFault(cause, stream)
      if (fault.kind === 'definite') throw fault.error
      outcomeUnknown ||= fault.kind === 'unknown'
      if (cause instanceof NoAnswer) unanswered += 1
      // The end of an attempt that reached the server says more than that of one that did not.
      if (reason === undefined || !(cause instanceof NotSent)) reason = cause
      // Appends that failed together must not be repeated together.
      const waitMs = backoff(retry, 500)
      if (time.clock() + waitMs + MIN_ATTEMPT_MS > deadline)
        throw appendUnavailable(stream, outcomeUnknown, reason)
      const late = await Promise.race([written, time.sleep(waitMs)])
      if (late !== undefined) return late
    }
  }
}

function deferredPromise<T>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

// The client would serialise inside an event handler, where nothing can catch the error.
function proposedEvent(event: NewEvent): EventData {
  try {
    return serialisedEvent(event)
  } catch (cause) {
    throw new UnserialisableEvent(event.type, cause)
  }
}

function appendUnavailable(
  stream: string,
  outcomeUnknown: boolean,
  cause: unknown,
): StoreUnavailable {
  const advice = outcomeUnknown
    ? 'it may have been written; send it again only with the same event ids and expected revision'
    : 'nothing was written; try again later'
  return new StoreUnavailable(`no answer to an append to ${stream} in time: ${advice}`, {
    outcomeUnknown,
    cause,
  })
}
