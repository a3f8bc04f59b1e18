import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerReadableStream, sendUnaryData } from '@grpc/grpc-js'
import type { Expected } from '../log/decide-append.ts'
import { nameFault, streamName } from '../log/stream-name.ts'
import type { Submit } from '../log/submit.ts'
import { accessDenied, type Guard } from './access.ts'
import { faultError } from './append-error.ts'
import { expectedRevision } from './expected-revision.ts'
import { Proposal } from './proposal.ts'
import {
  asRpcError,
  deadlineExceeded,
  hasPassed,
  invalidArgument,
  streamDeleted,
  unavailable,
  writeTimeout,
} from './rpc-error.ts'
import type { Outcome } from './write-request.ts'

type AppendCall = ServerReadableStream<streamsPb.AppendReq, streamsPb.AppendResp>
type Target = { readonly stream: string; readonly expected: Expected }

/** The handler of `Append`: options first, then one message per event. */
export function appendHandler(submit: Submit, mayWrite: Guard | null) {
  return (call: AppendCall, answer: sendUnaryData<streamsPb.AppendResp>): void => {
    const proposal = new Proposal()
    let options: streamsPb.AppendReq.Options | undefined
    call.on('data', (request: streamsPb.AppendReq) => {
      options ??= request.getOptions()
      const message = request.getProposedMessage()
      if (message) proposal.add(message)
    })
    call.on('end', () => {
      if (hasPassed(call.getDeadline())) return answer(deadlineExceeded())
      const write = async (target: Target) => {
        await mayWrite?.(call, target.stream)
        if (proposal.fault) throw faultError(proposal.fault)
        const request = { kind: 'append', ...target, events: proposal.events } as const
        return submit({ ...request, timeoutMs: Number.POSITIVE_INFINITY }, call)
      }
      void append(options, write).then(
        (response) => response && answer(null, response),
        (error) => answer(asRpcError(error)),
      )
    })
    call.on('error', () => undefined)
  }
}

async function append(
  options: streamsPb.AppendReq.Options | undefined,
  write: (target: Target) => Promise<Outcome | null>,
): Promise<streamsPb.AppendResp | null> {
  const target = targetOf(options)
  const outcome = await write(target)
  return outcome && response(outcome, target)
}

function targetOf(options: streamsPb.AppendReq.Options | undefined): Target {
  const stream = streamName(options?.getStreamIdentifier())
  const expected = options ? expectedRevision(options) : null
  const fault = nameFault(stream)
  if (fault) throw invalidArgument(fault)
  if (expected === null) throw invalidArgument('the append names no expected revision')
  return { stream, expected }
}

function response(outcome: Outcome, { stream, expected }: Target): streamsPb.AppendResp {
  switch (outcome.kind) {
    case 'written':
      return new streamsPb.AppendResp().setSuccess(success(outcome))
    case 'wrong_version':
      return new streamsPb.AppendResp().setWrongExpectedVersion(wrong(expected, outcome.current))
    case 'deleted':
      throw streamDeleted(stream)
    case 'denied':
      throw accessDenied()
    case 'timeout':
      throw writeTimeout()
    case 'unavailable':
      throw unavailable('The store cannot write now; send the same append again.')
  }
}

function success({ revision, position }: Outcome & { kind: 'written' }) {
  const message = new streamsPb.AppendResp.Success()
  if (revision < 0n) message.setNoStream(new sharedPb.Empty())
  else message.setCurrentRevision(String(revision))
  if (position === null) return message.setNoPosition(new sharedPb.Empty())
  const at = new streamsPb.AppendResp.Position()
  at.setCommitPosition(String(position)).setPreparePosition(String(position))
  return message.setPosition(at)
}

/** Sets the fields of version 20.6 too, which older clients read. */
function wrong(expected: Expected, current: bigint) {
  const message = new streamsPb.AppendResp.WrongExpectedVersion()
  if (current < 0n) {
    message.setCurrentNoStream(new sharedPb.Empty()).setNoStream2060(new sharedPb.Empty())
  } else {
    message.setCurrentRevision(String(current)).setCurrentRevision2060(Number(current))
  }
  return withExpected(message, expected)
}

function withExpected(message: streamsPb.AppendResp.WrongExpectedVersion, expected: Expected) {
  switch (expected) {
    case 'any':
      return message.setExpectedAny(new sharedPb.Empty()).setAny2060(new sharedPb.Empty())
    case 'stream_exists':
      message.setStreamExists2060(new sharedPb.Empty())
      return message.setExpectedStreamExists(new sharedPb.Empty())
    case 'no_stream':
      return message.setExpectedNoStream(new sharedPb.Empty())
    default:
      message.setExpectedRevision2060(Number(expected))
      return message.setExpectedRevision(String(expected))
  }
}
