import type sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import type streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { type ServerDuplexStream, status } from '@grpc/grpc-js'
import type { Expected } from '../log/decide-append.ts'
import { nameFault, streamName } from '../log/stream-name.ts'
import type { Submit } from '../log/submit.ts'
import type { Guard } from './access.ts'
import { type BatchResult, batchReply } from './batch-reply.ts'
import { Proposal } from './proposal.ts'
import { RpcError } from './rpc-error.ts'
import { readUuid } from './uuid.ts'
import type { WriteRequest } from './write-request.ts'

type BatchCall = ServerDuplexStream<streamsPb.BatchAppendReq, streamsPb.BatchAppendResp>

/** An append that is being received: its parts share a correlation id and the last one is marked. */
type Assembly = {
  readonly correlationId: sharedPb.UUID
  readonly stream: string
  readonly expected: Expected | null
  /** Milliseconds since the Unix epoch. */
  readonly deadline: number
  readonly proposal: Proposal
}

/** The most appends of one call that may be unfinished: each holds up to 1 MiB. Clients send one after the other. */
const MAX_UNFINISHED = 128

/** The handler of `BatchAppend`: one call carries all appends of a client, each answered exactly once. */
export function batchAppendHandler(submit: Submit, mayWrite: Guard | null) {
  return (call: BatchCall): void => {
    const assemblies = new Map<string, Assembly>()
    const answers = new Answers(call)
    const take = (request: streamsPb.BatchAppendReq) => {
      const id = readUuid(request.getCorrelationId())
      if (!id) return answers.fail(new RpcError(status.INVALID_ARGUMENT, 'no correlation id'))
      const assembly = assemblies.get(id) ?? begin(request)
      assemblies.set(id, assembly)
      if (assemblies.size > MAX_UNFINISHED) {
        assemblies.clear()
        call.off('data', take)
        return answers.fail(new RpcError(status.RESOURCE_EXHAUSTED, 'too many unfinished appends'))
      }
      for (const message of request.getProposedMessagesList()) assembly.proposal.add(message)
      if (!request.getIsFinal()) return
      assemblies.delete(id)
      const guard = () => refusal(mayWrite?.(call, assembly.stream))
      const write = (appended: WriteRequest) => submit(appended, call)
      void answers.give(assembly, append(assembly, write, guard))
    }
    call.on('data', take)
    call.on('end', () => answers.finish())
    call.on('error', () => undefined)
  }
}

function begin(request: streamsPb.BatchAppendReq): Assembly {
  const options = request.getOptions()
  const deadline = options?.getDeadline()?.toDate().getTime()
  return {
    correlationId: request.getCorrelationId() as sharedPb.UUID,
    stream: streamName(options?.getStreamIdentifier()),
    expected: options ? expectedPosition(options) : null,
    deadline: deadline ?? Number.POSITIVE_INFINITY,
    proposal: new Proposal(),
  }
}

function expectedPosition(options: streamsPb.BatchAppendReq.Options): Expected | null {
  if (options.hasAny()) return 'any'
  if (options.hasNoStream()) return 'no_stream'
  if (options.hasStreamExists()) return 'stream_exists'
  return options.hasStreamPosition() ? BigInt(options.getStreamPosition()) : null
}

async function append(
  assembly: Assembly,
  write: (request: WriteRequest) => ReturnType<Submit>,
  guard: () => Promise<BatchResult | null>,
): Promise<BatchResult | null> {
  const { stream, expected, proposal, deadline } = assembly
  const timeoutMs = deadline - Date.now()
  if (timeoutMs <= 0) return { kind: 'timeout' }
  const details = nameFault(stream)
  if (details) return { kind: 'malformed', details }
  if (expected === null) return { kind: 'malformed', details: 'no expected revision' }
  const refused = await guard()
  if (refused) return refused
  if (proposal.fault) return proposal.fault
  return write({ kind: 'append', stream, expected, events: proposal.events, timeoutMs })
}

/** The answer when the stream may not be written; null when it may. */
async function refusal(guarded: Promise<void> | undefined): Promise<BatchResult | null> {
  try {
    await guarded
    return null
  } catch (error) {
    const isDenied = error instanceof RpcError && error.code === status.PERMISSION_DENIED
    return { kind: isDenied ? 'denied' : 'unavailable' }
  }
}

/** The answers of one call. An unknown or repeated correlation id would crash the Node client. */
class Answers {
  readonly #call: BatchCall
  #unanswered = 0
  #finished = false

  constructor(call: BatchCall) {
    this.#call = call
  }

  async give(assembly: Assembly, pending: Promise<BatchResult | null>): Promise<void> {
    this.#unanswered += 1
    const result = await pending
    this.#unanswered -= 1
    if (result && this.#open) this.#call.write(this.#reply(assembly, result))
    if (this.#finished && this.#unanswered === 0 && this.#open) this.#call.end()
  }

  fail(error: RpcError): void {
    if (this.#open) this.#call.emit('error', error)
  }

  /** The client sends no more: the call ends once everything is answered. */
  finish(): void {
    this.#finished = true
    if (this.#unanswered === 0 && this.#open) this.#call.end()
  }

  get #open(): boolean {
    return !this.#call.cancelled && !this.#call.destroyed && !this.#call.writableEnded
  }

  #reply({ correlationId, stream, expected }: Assembly, result: BatchResult) {
    return batchReply(result, stream, expected ?? 'any').setCorrelationId(correlationId)
  }
}
