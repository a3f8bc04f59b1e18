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

/** The request cannot be understood. */
export function invalidArgument(details: string): RpcError {
  return new RpcError(status.INVALID_ARGUMENT, details)
}

/** The stream has a tombstone. */
export function streamDeleted(stream: string): RpcError {
  const trailers = { exception: 'stream-deleted', 'stream-name': headerSafe(stream) }
  return new RpcError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, trailers)
}

/** The store, or the database under it, is not there. */
export function unavailable(details: string): RpcError {
  return new RpcError(status.UNAVAILABLE, details)
}

/** No answer came in time; the write may stand in the log all the same. */
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

/** The client no longer waits: nothing else of its request is looked at. */
export function deadlineExceeded(): RpcError {
  return new RpcError(status.DEADLINE_EXCEEDED, 'Deadline Exceeded')
}

/** Whether a call's deadline lies behind us. */
export function hasPassed(deadline: Deadline): boolean {
  return Number(deadline) <= Date.now()
}

/** Trailers carry printable ASCII only. */
export function headerSafe(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : encodeURIComponent(text)
}

/** Any error as one a call can end with. What Postgres says stays inside. */
export function asRpcError(error: unknown): RpcError {
  return error instanceof RpcError ? error : unavailable('The store cannot read its database now.')
}
