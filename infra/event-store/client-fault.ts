import {
  AccessDeniedError,
  DeadlineExceededError,
  InvalidArgumentError,
  isCommandError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  RequiredMetadataPropertyMissingError,
  StreamDeletedError,
  StreamNotFoundError,
  TimeoutError,
  UnsupportedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { status } from '@grpc/grpc-js'
import { AppendTooLarge, RevisionConflict, StoreTooOld, StreamDeleted } from './errors.ts'

const { CANCELLED, INVALID_ARGUMENT, UNAVAILABLE, UNKNOWN } = status

/** No answer came in time: the request may or may not have been executed. */
export class NoAnswer extends Error {
  constructor(timeoutMs: number, cause?: unknown) {
    super(`the event store did not answer within ${timeoutMs} ms`, { cause })
    this.name = 'NoAnswer'
  }
}

/** This process has given up the connection on which the request waited: it may or may not have been executed. */
export class GivenUp extends Error {
  constructor() {
    super('its connection was given up for a new one')
    this.name = 'GivenUp'
  }
}

/** The request never left this process. */
export class NotSent extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'NotSent'
  }
}

export type ClientFault =
  | { readonly kind: 'definite'; readonly error: unknown }
  | { readonly kind: 'not_sent' }
  | { readonly kind: 'unknown' }

const DEFINITE = [
  InvalidArgumentError,
  RequiredMetadataPropertyMissingError,
  StoreTooOld,
  StreamNotFoundError,
  UnsupportedError,
]

/** The message of grpc for a call begun on a channel that was closed just before. */
const CLOSED_BEFORE = 'Channel has been shut down'

/** Classifies an error of the client, whose classes differ with the call that failed. */
export function clientFault(error: unknown, stream: string): ClientFault {
  if (error instanceof WrongExpectedVersionError) return definite(new RevisionConflict(stream))
  if (error instanceof StreamDeletedError) return definite(new StreamDeleted(stream))
  if (error instanceof MaxAppendSizeExceededError) return definite(new AppendTooLarge(stream))
  if (DEFINITE.some((type) => error instanceof type)) return definite(error)
  if (isElsewhere(error) || error instanceof NotSent) return { kind: 'not_sent' }
  if (error instanceof NoAnswer || error instanceof GivenUp) return { kind: 'unknown' }
  if (!(error instanceof Error)) return { kind: 'unknown' }
  if (isCommandError(error)) {
    return error.code === INVALID_ARGUMENT ? definite(error) : { kind: 'unknown' }
  }
  // Only the call for the server's features, which precedes every append, fails with a plain error.
  if ('code' in error || error.message === CLOSED_BEFORE) return { kind: 'not_sent' }
  return definite(error)
}

/**
 * Whether the error is an answer of the server, which proves that the connection works. The server answers a write
 * that it cannot finish in time with DEADLINE_EXCEEDED or ABORTED, a subscriber that is too slow with ABORTED, and a
 * call that fails inside it with UNKNOWN; we set no grpc deadline on these calls.
 */
export function isAnswer(error: unknown): boolean {
  if (isLate(error)) return true
  // An error inside a batch reply, such as "overloaded", has no grpc code.
  const inside =
    error instanceof Error &&
    isCommandError(error) &&
    (error.code === undefined || error.code === UNKNOWN)
  return inside || isElsewhere(error) || clientFault(error, '').kind === 'definite'
}

/** Whether the server answered that a write took too long. */
export function isLate(error: unknown): boolean {
  return error instanceof DeadlineExceededError || error instanceof TimeoutError
}

/**
 * Whether the client keeps an error for ever. It asks for the server's features once per connection and keeps how that
 * failed, unless it finds the connection lost, after which it dials again.
 */
export function spoilsClient(error: unknown): boolean {
  if (!(error instanceof Error) || isCommandError(error) || !('code' in error)) return false
  return typeof error.code === 'number' && error.code !== UNAVAILABLE && error.code !== CANCELLED
}

/** A refusal of this process, not of the request: another node leads, or an operator must correct our rights. */
function isElsewhere(error: unknown): boolean {
  return error instanceof NotLeaderError || error instanceof AccessDeniedError
}

export function isUnknownPosition(error: unknown): boolean {
  return error instanceof Error && isCommandError(error) && error.code === INVALID_ARGUMENT
}

function definite(error: unknown): ClientFault {
  return { kind: 'definite', error }
}
