import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { streamIdentifier } from '../protocol/encode.ts'
import type { Proposed } from '../protocol/recorded.ts'
import { writeUuid } from '../protocol/uuid.ts'
import type { WriteRequest } from '../protocol/write-request.ts'

/** The options that append, delete and tombstone share. */
type Options = {
  setStreamIdentifier(stream: sharedPb.StreamIdentifier): unknown
  setAny(any: sharedPb.Empty): unknown
  setNoStream(none: sharedPb.Empty): unknown
  setStreamExists(exists: sharedPb.Empty): unknown
  setRevision(revision: string): unknown
}

/** The messages of an append: its options, then each event. */
export function appendMessages(request: WriteRequest): streamsPb.AppendReq[] {
  const options = withTarget(new streamsPb.AppendReq.Options(), request)
  const events = request.events.map((event) =>
    new streamsPb.AppendReq().setProposedMessage(proposedMessage(event)),
  )
  return [new streamsPb.AppendReq().setOptions(options), ...events]
}

export function deleteRequest(request: WriteRequest): streamsPb.DeleteReq {
  const options = withTarget(new streamsPb.DeleteReq.Options(), request)
  return new streamsPb.DeleteReq().setOptions(options)
}

export function tombstoneRequest(request: WriteRequest): streamsPb.TombstoneReq {
  const options = withTarget(new streamsPb.TombstoneReq.Options(), request)
  return new streamsPb.TombstoneReq().setOptions(options)
}

function withTarget<T extends Options>(options: T, { stream, expected }: WriteRequest): T {
  options.setStreamIdentifier(streamIdentifier(stream))
  if (expected === 'any') options.setAny(new sharedPb.Empty())
  else if (expected === 'no_stream') options.setNoStream(new sharedPb.Empty())
  else if (expected === 'stream_exists') options.setStreamExists(new sharedPb.Empty())
  else options.setRevision(String(expected))
  return options
}

function proposedMessage({ id, type, json, data, meta }: Proposed) {
  const message = new streamsPb.AppendReq.ProposedMessage()
  message.setId(writeUuid(id, 'structured')).setData(data).setCustomMetadata(meta)
  message.getMetadataMap().set('type', type)
  message
    .getMetadataMap()
    .set('content-type', json ? 'application/json' : 'application/octet-stream')
  return message
}
