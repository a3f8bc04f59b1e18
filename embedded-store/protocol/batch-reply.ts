import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import statusPb from '@eventstore/db-client/generated/status_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import anyPb from 'google-protobuf/google/protobuf/any_pb.js'
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js'
import type { Expected } from '../log/decide-append.ts'
import { streamIdentifier } from './encode.ts'
import { type Fault, MAX_APPEND_BYTES } from './proposal.ts'
import type { Outcome } from './write-request.ts'

export type BatchResult = Outcome | Fault

/** The answer to one append, without its correlation id. */
export function batchReply(
  result: BatchResult,
  stream: string,
  expected: Expected,
): streamsPb.BatchAppendResp {
  const reply = new streamsPb.BatchAppendResp()
  // The Node client dereferences the stream on every error.
  reply.setStreamIdentifier(streamIdentifier(stream))
  if (result.kind === 'written') return reply.setSuccess(success(result))
  return reply.setError(failure(result, stream, expected))
}

function success({ revision, position }: Outcome & { kind: 'written' }) {
  const message = new streamsPb.BatchAppendResp.Success()
  if (revision < 0n) message.setNoStream(new emptyPb.Empty())
  else message.setCurrentRevision(String(revision))
  if (position === null) return message.setNoPosition(new emptyPb.Empty())
  const at = new sharedPb.AllStreamPosition()
  at.setCommitPosition(String(position)).setPreparePosition(String(position))
  return message.setPosition(at)
}

type Failure = Exclude<BatchResult, { kind: 'written' }>

function failure(result: Failure, stream: string, expected: Expected): statusPb.Status {
  switch (result.kind) {
    case 'wrong_version':
      return failureStatus(
        status.ALREADY_EXISTS,
        'WrongExpectedVersion',
        wrong(expected, result.current),
      )
    case 'deleted':
      return failureStatus(status.NOT_FOUND, 'StreamDeleted', deleted(stream))
    case 'denied':
      return failureStatus(status.PERMISSION_DENIED, 'AccessDenied', new sharedPb.AccessDenied())
    case 'timeout':
      return failureStatus(status.DEADLINE_EXCEEDED, 'Timeout', new sharedPb.Timeout())
    case 'unavailable':
      return failureStatus(status.UNAVAILABLE, null, new emptyPb.Empty())
    case 'too_large':
      return failureStatus(status.INVALID_ARGUMENT, 'MaximumAppendSizeExceeded', tooLarge())
    case 'missing_metadata':
      return failureStatus(
        status.INVALID_ARGUMENT,
        'BadRequest',
        badRequest(`${result.property} is missing`),
      )
    case 'malformed':
      return failureStatus(status.INVALID_ARGUMENT, 'BadRequest', badRequest(result.details))
  }
}

function wrong(expected: Expected, current: bigint): sharedPb.WrongExpectedVersion {
  const message = new sharedPb.WrongExpectedVersion()
  if (current < 0n) message.setCurrentNoStream(new emptyPb.Empty())
  else message.setCurrentStreamRevision(String(current))
  if (expected === 'any') return message.setExpectedAny(new emptyPb.Empty())
  if (expected === 'no_stream') return message.setExpectedNoStream(new emptyPb.Empty())
  if (expected === 'stream_exists') return message.setExpectedStreamExists(new emptyPb.Empty())
  return message.setExpectedStreamPosition(String(expected))
}

function deleted(stream: string): sharedPb.StreamDeleted {
  return new sharedPb.StreamDeleted().setStreamIdentifier(streamIdentifier(stream))
}

function tooLarge(): sharedPb.MaximumAppendSizeExceeded {
  return new sharedPb.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_BYTES)
}

function badRequest(message: string): sharedPb.BadRequest {
  return new sharedPb.BadRequest().setMessage(message)
}

/** A status with its details packed as clients unpack them; `name` null is the empty message. */
function failureStatus(
  code: status,
  name: string | null,
  details: { serializeBinary(): Uint8Array },
): statusPb.Status {
  const packed = new anyPb.Any()
  const type = name ? `event_store.client.${name}` : 'google.protobuf.Empty'
  packed.pack(details.serializeBinary(), type)
  // Both enumerations use gRPC's numbers.
  return new statusPb.Status()
    .setCode(Number(code))
    .setMessage(name ?? 'Unavailable')
    .setDetails(packed)
}
