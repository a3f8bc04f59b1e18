import { type Deadline, Metadata, status } from '@grpc/grpc-js'

/** An error a call ends with: status code, text, and the trailers by which clients tell errors apart. */
export class RpcError extends Error {
  readonly code: status
  readonly details: string
  readonly metadata: Metadata

  constructor(code: status, details: string, trailers: Readonly<Record<string, string>> = {}) {
    super(details)
    this.name = 'RpcError'
    this.code = code
    this.details = details
    this.metadata = new Metadata()
    for (const [key, value] of Object.entries(trailers)) this.metadata.set(key, value)
  }
}

export function invalidArgument(details: string): RpcError {
  return new RpcError(status.INVALID_ARGUMENT, details)
}

export function streamDeleted(stream: string): RpcError {
  const trailers = { exception: 'stream-deleted', 'stream-name': headerSafe(stream) }
  return new RpcError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, trailers)
}

export function unavailable(details: string): RpcError {
  return new RpcError(status.UNAVAILABLE, details)
}

/** No answer came in time; the write may still be in the log. */
export function writeTimeout(): RpcError {
  return new RpcError(status.ABORTED, 'Operation timed out.')
}

/** Ends a subscription, which a real server does at any time under load. */
export function consumerTooSlow(): RpcError {
  return new RpcError(
    status.ABORTED,
    'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
  )
}

/** The client no longer waits, so the rest of its request is not examined. */
export function deadlineExceeded(): RpcError {
  return new RpcError(status.DEADLINE_EXCEEDED, 'Deadline Exceeded')
}

export function hasPassed(deadline: Deadline): boolean {
  return Number(deadline) <= Date.now()
}

/** Trailers carry printable ASCII only. */
export function headerSafe(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : encodeURIComponent(text)
}

/** Turns any error into one that a call can end with. Messages of Postgres are not disclosed. */
export function asRpcError(error: unknown): RpcError {
  return error instanceof RpcError ? error : unavailable('The store cannot read its database now.')
}
