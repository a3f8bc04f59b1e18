import type sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { type ServerUnaryCall, type sendUnaryData, status } from '@grpc/grpc-js'
import type { Expected } from '../log/decide-append.ts'
import { isMetaStream, nameFault, streamName } from '../log/stream-name.ts'
import type { Submit } from '../log/submit.ts'
import { accessDenied, type Guard } from './access.ts'
import { type ExpectedOption, expectedRevision } from './expected-revision.ts'
import {
  asRpcError,
  headerSafe,
  invalidArgument,
  RpcError,
  streamDeleted,
  unavailable,
  writeTimeout,
} from './rpc-error.ts'
import type { Outcome, WriteRequest } from './write-request.ts'

type EndOptions =
  | (ExpectedOption & { getStreamIdentifier(): sharedPb.StreamIdentifier | undefined })
  | undefined

type DeleteCall = ServerUnaryCall<streamsPb.DeleteReq, streamsPb.DeleteResp>
type TombstoneCall = ServerUnaryCall<streamsPb.TombstoneReq, streamsPb.TombstoneResp>

/** The handler of `Delete`, after which the stream can be written again. */
export function deleteHandler(submit: Submit, mayDelete: Guard | null) {
  return (call: DeleteCall, answer: sendUnaryData<streamsPb.DeleteResp>): void => {
    const done = (at: string) => {
      const position = new streamsPb.DeleteResp.Position()
      position.setCommitPosition(at).setPreparePosition(at)
      answer(null, new streamsPb.DeleteResp().setPosition(position))
    }
    const allowed = async (stream: string) => mayDelete?.(call, stream)
    const write = (request: WriteRequest) => submit(request, call)
    const failed = (error: unknown) => answer(asRpcError(error))
    endStream('delete', call.request.getOptions(), { write, allowed, done }).catch(failed)
  }
}

/** The handler of `Tombstone`, which ends a stream for ever. */
export function tombstoneHandler(submit: Submit, mayDelete: Guard | null) {
  return (call: TombstoneCall, answer: sendUnaryData<streamsPb.TombstoneResp>): void => {
    const done = (at: string) => {
      const position = new streamsPb.TombstoneResp.Position()
      position.setCommitPosition(at).setPreparePosition(at)
      answer(null, new streamsPb.TombstoneResp().setPosition(position))
    }
    const allowed = async (stream: string) => mayDelete?.(call, stream)
    const write = (request: WriteRequest) => submit(request, call)
    const failed = (error: unknown) => answer(asRpcError(error))
    endStream('tombstone', call.request.getOptions(), { write, allowed, done }).catch(failed)
  }
}

type Ending = {
  readonly write: (request: WriteRequest) => ReturnType<Submit>
  /** @throws RpcError when the caller may not delete the stream */
  readonly allowed: (stream: string) => Promise<void>
  readonly done: (position: string) => void
}

async function endStream(
  kind: 'delete' | 'tombstone',
  options: EndOptions,
  { write, allowed, done }: Ending,
): Promise<void> {
  const stream = streamName(options?.getStreamIdentifier())
  const expected = options ? expectedRevision(options) : null
  const fault = nameFault(stream)
  if (fault) throw invalidArgument(fault)
  if (isMetaStream(stream)) throw invalidArgument('a metadata stream goes with its stream only')
  if (expected === null) throw invalidArgument('the deletion names no expected revision')
  await allowed(stream)
  const timeoutMs = Number.POSITIVE_INFINITY
  const outcome = await write({ kind, stream, expected, events: [], timeoutMs })
  if (outcome) done(positionOf(outcome, stream, expected))
}

function positionOf(outcome: Outcome, stream: string, expected: Expected): string {
  switch (outcome.kind) {
    case 'written':
      return String(outcome.position ?? 0n)
    case 'wrong_version':
      throw wrongVersion(stream, expected, outcome.current)
    case 'deleted':
      throw streamDeleted(stream)
    case 'denied':
      throw accessDenied()
    case 'timeout':
      throw writeTimeout()
    case 'unavailable':
      throw unavailable('The store cannot write now; delete the stream again.')
  }
}

/** The numbers that this error uses for expectations other than a revision. */
const NUMBERS = { any: '-2', no_stream: '-1', stream_exists: '-4' } as const

function wrongVersion(stream: string, expected: Expected, current: bigint): RpcError {
  return new RpcError(status.FAILED_PRECONDITION, 'Wrong expected version.', {
    exception: 'wrong-expected-version',
    'stream-name': headerSafe(stream),
    'expected-version': typeof expected === 'bigint' ? String(expected) : NUMBERS[expected],
    'actual-version': String(current),
  })
}
