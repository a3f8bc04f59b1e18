import { WrongExpectedVersionError } from '@eventstore/db-client'
import { backoff } from '../concurrency/backoff.ts'
import { clientFault } from './client-fault.ts'
import type { Connection } from './connection.ts'
import { StoreUnavailable, StreamDeleted } from './errors.ts'
import { FROM_LEADER } from './from-leader.ts'
import type { Limits } from './limits.ts'
import { MIN_ATTEMPT_MS, makeRequest } from './make-request.ts'

/** Repeats the deletion while its outcome is unknown: deleting twice is harmless. @throws StoreUnavailable */
export async function removeStream(
  connection: Connection,
  limits: Limits,
  stream: string,
): Promise<void> {
  const { time } = connection
  const deadline = time.clock() + limits.appendDeadlineMs
  const patience = { attemptMs: limits.attemptTimeoutMs, deadline }
  for (let retry = 0; ; retry++) {
    try {
      await makeRequest(connection, patience, (client) =>
        client.deleteStream(stream, { ...FROM_LEADER }),
      )
      return
    } catch (cause) {
      if (isMissing(cause)) return
      const fault = clientFault(cause, stream)
      if (fault.kind === 'definite' && fault.error instanceof StreamDeleted) return
      if (fault.kind === 'definite') throw fault.error
      const waitMs = backoff(retry, 500)
      if (time.clock() + waitMs + MIN_ATTEMPT_MS > deadline)
        throw deletionUnavailable(stream, cause)
      await time.sleep(waitMs)
    }
  }
}

/** The deletion accepts any revision, so a wrong version means that the stream does not exist. */
function isMissing(error: unknown): boolean {
  return error instanceof WrongExpectedVersionError
}

function deletionUnavailable(stream: string, cause: unknown): StoreUnavailable {
  const message = `no answer to the deletion of ${stream} in time; delete it again`
  return new StoreUnavailable(message, { outcomeUnknown: true, cause })
}
