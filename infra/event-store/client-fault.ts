import {
  AccessDeniedError,
  InvalidArgumentError,
  isCommandError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  RequiredMetadataPropertyMissingError,
  StreamDeletedError,
  StreamNotFoundError,
  UnsupportedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { AppendTooLarge, RevisionConflict, StreamDeleted } from './errors.ts'

const INVALID_ARGUMENT = 3

/** We gave up waiting for an answer: what was asked may or may not have happened. */
export class NoAnswer extends Error {
  constructor(timeoutMs: number) {
    super(`the event store did not answer within ${timeoutMs} ms`)
    this.name = 'NoAnswer'
  }
}

/** What a failed attempt means: the server's definite no, or whether the request can have arrived. */
export type ClientFault =
  | { readonly kind: 'definite'; readonly error: unknown }
  | { readonly kind: 'not_sent' }
  | { readonly kind: 'unknown' }

const DEFINITE = [
  AccessDeniedError,
  InvalidArgumentError,
  RequiredMetadataPropertyMissingError,
  StreamNotFoundError,
  UnsupportedError,
]

/** Reads an error of the client, whose classes differ with the call that failed. */
export function clientFault(error: unknown, stream: string): ClientFault {
  if (error instanceof WrongExpectedVersionError) return definite(new RevisionConflict(stream))
  if (error instanceof StreamDeletedError) return definite(new StreamDeleted(stream))
  if (error instanceof MaxAppendSizeExceededError) return definite(new AppendTooLarge(stream))
  if (DEFINITE.some((type) => error instanceof type)) return definite(error)
  if (error instanceof NotLeaderError) return { kind: 'not_sent' }
  if (error instanceof NoAnswer || !(error instanceof Error)) return { kind: 'unknown' }
  if (isCommandError(error)) {
    return error.code === INVALID_ARGUMENT ? definite(error) : { kind: 'unknown' }
  }
  // The call before every append asks for the server's features, and alone fails with a plain error.
  if ('code' in error || error.message.startsWith('Failed to discover')) return { kind: 'not_sent' }
  return definite(error)
}

/** Whether the server says that the position asked for is none of its own. */
export function isUnknownPosition(error: unknown): boolean {
  return error instanceof Error && isCommandError(error) && error.code === INVALID_ARGUMENT
}

function definite(error: unknown): ClientFault {
  return { kind: 'definite', error }
}
