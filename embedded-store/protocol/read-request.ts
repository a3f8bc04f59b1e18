import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import { nameFault, streamName } from '../log/stream-name.ts'
import type { Direction } from '../storage/reader.ts'
import { type EventFilter, eventFilter } from './event-filter.ts'
import { TOMBSTONE } from './recorded.ts'
import { invalidArgument, RpcError } from './rpc-error.ts'
import type { UuidForm } from './uuid.ts'

/** A revision or position, or an end of the stream or log. */
export type From = bigint | 'start' | 'end'

type Common = {
  readonly from: From
  readonly form: UuidForm
  readonly resolveLinks: boolean
}

export type ReadRequest = Common &
  (
    | {
        readonly kind: 'read_stream'
        readonly stream: string
        readonly direction: Direction
        readonly count: bigint
      }
    | {
        readonly kind: 'read_all'
        readonly direction: Direction
        readonly count: bigint
        readonly filter: EventFilter | null
      }
    | { readonly kind: 'subscribe_stream'; readonly stream: string }
    | { readonly kind: 'subscribe_all'; readonly filter: EventFilter | null }
  )

/** @throws RpcError INVALID_ARGUMENT when the request is malformed */
export function readRequest(request: streamsPb.ReadReq): ReadRequest {
  const options = request.getOptions()
  if (!options) throw invalidArgument('the read has no options')
  const form = options.getUuidOption()?.hasString() ? 'string' : 'structured'
  const resolveLinks = options.getResolveLinks()
  const stream = options.getStream()
  if (stream) return { ...ofStream(options, stream), form, resolveLinks }
  const all = options.getAll()
  if (all) return { ...ofAll(options, all), form, resolveLinks }
  throw invalidArgument('the read names neither a stream nor $all')
}

type Options = streamsPb.ReadReq.Options

function ofStream(options: Options, target: streamsPb.ReadReq.Options.StreamOptions) {
  const stream = streamName(target.getStreamIdentifier())
  const fault = nameFault(stream)
  if (fault) throw invalidArgument(fault)
  const from = target.hasRevision() ? clampRevision(target.getRevision()) : edge(target)
  if (options.hasSubscription()) return { kind: 'subscribe_stream', stream, from } as const
  return { kind: 'read_stream', stream, from, ...countAndDirection(options) } as const
}

function ofAll(options: Options, target: streamsPb.ReadReq.Options.AllOptions) {
  const from = allFrom(target)
  const given = options.getFilter()
  const filter = given ? eventFilter(given) : null
  if (options.hasSubscription()) return { kind: 'subscribe_all', filter, from } as const
  return { kind: 'read_all', filter, from, ...countAndDirection(options) } as const
}

function allFrom(target: streamsPb.ReadReq.Options.AllOptions): From {
  const position = target.getPosition()
  if (!position) return edge(target)
  const commit = BigInt(position.getCommitPosition())
  if (commit > TOMBSTONE) return 'end'
  if (commit < BigInt(position.getPreparePosition())) {
    throw invalidArgument('the prepare position lies behind the commit position')
  }
  return commit
}

function edge(target: { hasStart(): boolean; hasEnd(): boolean }): From {
  if (target.hasStart()) return 'start'
  if (target.hasEnd()) return 'end'
  throw invalidArgument('the read does not say where to begin')
}

function countAndDirection(options: Options): { direction: Direction; count: bigint } {
  const count = BigInt(options.getCount())
  if (count === 0n) throw new RpcError(status.UNKNOWN, 'a read of no events; ask for at least one')
  const backwards = options.getReadDirection() === streamsPb.ReadReq.Options.ReadDirection.BACKWARDS
  return { direction: backwards ? 'backwards' : 'forwards', count }
}

function clampRevision(revision: string): bigint {
  const value = BigInt(revision)
  return value > TOMBSTONE ? TOMBSTONE : value
}
