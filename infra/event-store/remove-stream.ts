import { WrongExpectedVersionError } from '@eventstore/db-client'
import { backoff } from '../concurrency/backoff.ts'
import { sleep } from '../concurrency/sleep.ts'
import { answered } from './answered.ts'
import { clientFault, isAnswer } from './client-fault.ts'
import type { Connection } from './connection.ts'
import { StoreUnavailable, StreamDeleted } from './errors.ts'
import { FROM_LEADER } from './from-leader.ts'
import type { Limits } from './limits.ts'

/**
 * Deletes a stream, sending it again while the outcome is unknown: deleting twice is deleting once.
 * @throws StoreUnavailable
 */
export async function removeStream(
  connection: Connection,
  limits: Limits,
  stream: string,
): Promise<void> {
  const deadline = performance.now() + limits.appendDeadlineMs
  for (let retry = 0; ; retry++) {
    try {
      return await attempt(connection, limits.attemptTimeoutMs, stream)
    } catch (cause) {
      if (isGone(cause)) return
      const fault = clientFault(cause, stream)
      if (fault.kind === 'definite' && fault.error instanceof StreamDeleted) return
      if (fault.kind === 'definite') throw fault.error
      const waitMs = backoff(retry, 500)
      if (performance.now() + waitMs >= deadline) throw gaveUp(stream, cause)
      await sleep(waitMs)
    }
  }
}

async function attempt(connection: Connection, timeoutMs: number, stream: string): Promise<void> {
  const since = performance.now()
  const client = await connection.ready(timeoutMs)
  const noLongerWaiting = connection.waiting()
  try {
    await answered(timeoutMs, client.deleteStream(stream, { ...FROM_LEADER }))
    connection.answered()
  } catch (error) {
    if (isAnswer(error)) connection.answered()
    else connection.suspect(since)
    throw error
  } finally {
    noLongerWaiting()
  }
}

/** Whatever revision it has is the right one, so only a stream that does not exist has another. */
function isGone(error: unknown): boolean {
  return error instanceof WrongExpectedVersionError
}

function gaveUp(stream: string, cause: unknown): StoreUnavailable {
  const message = `no answer to the deletion of ${stream} in time; delete it again`
  return new StoreUnavailable(message, { outcomeUnknown: true, cause })
}
