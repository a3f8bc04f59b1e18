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
import { AppendTooLarge, RevisionConflict, StoreTooOld, StreamDeleted } from './errors.ts'

const INVALID_ARGUMENT = 3

/** We gave up waiting for an answer: what was asked may or may not have happened. */
export class NoAnswer extends Error {
  constructor(timeoutMs: number) {
    super(`the event store did not answer within ${timeoutMs} ms`)
    this.name = 'NoAnswer'
  }
}

/** The request never left: there was nobody to send it to. */
export class NotSent extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'NotSent'
  }
}

/** What a failed attempt means: the server's definite no, or whether the request can have arrived. */
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

/** What grpc says to a call begun on a channel that was closed just before. */
const CLOSED_BEFORE = 'Channel has been shut down'

/** Reads an error of the client, whose classes differ with the call that failed. */
export function clientFault(error: unknown, stream: string): ClientFault {
  if (error instanceof WrongExpectedVersionError) return definite(new RevisionConflict(stream))
  if (error instanceof StreamDeletedError) return definite(new StreamDeleted(stream))
  if (error instanceof MaxAppendSizeExceededError) return definite(new AppendTooLarge(stream))
  if (DEFINITE.some((type) => error instanceof type)) return definite(error)
  if (isElsewhere(error) || error instanceof NotSent) return { kind: 'not_sent' }
  if (error instanceof NoAnswer || !(error instanceof Error)) return { kind: 'unknown' }
  if (isCommandError(error)) {
    return error.code === INVALID_ARGUMENT ? definite(error) : { kind: 'unknown' }
  }
  // The call before every append asks for the server's features, and alone fails with a plain error.
  if ('code' in error || error.message === CLOSED_BEFORE) return { kind: 'not_sent' }
  return definite(error)
}

/**
 * Whether the server itself said so, which no silent connection can. A write that it could not finish in time it
 * answers with DEADLINE_EXCEEDED or ABORTED, a subscriber too slow with ABORTED; we set no deadline of grpc.
 */
export function isAnswer(error: unknown): boolean {
  if (isLate(error)) return true
  // Only what stands inside an answer to a batch has no code of grpc, such as "overloaded".
  const inside = error instanceof Error && isCommandError(error) && error.code === undefined
  return inside || isElsewhere(error) || clientFault(error, '').kind === 'definite'
}

/** Whether the server says that the time for a write was over. */
export function isLate(error: unknown): boolean {
  return error instanceof DeadlineExceededError || error instanceof TimeoutError
}

/** A no to us, not to what was asked: another node leads, or our rights are not what they should be, which people mend. */
function isElsewhere(error: unknown): boolean {
  return error instanceof NotLeaderError || error instanceof AccessDeniedError
}

/** Whether the server says that the position asked for is none of its own. */
export function isUnknownPosition(error: unknown): boolean {
  return error instanceof Error && isCommandError(error) && error.code === INVALID_ARGUMENT
}

function definite(error: unknown): ClientFault {
  return { kind: 'definite', error }
}
