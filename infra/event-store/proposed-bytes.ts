import type { EventData } from '@eventstore/db-client'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import type { NewEvent } from './event-store.ts'

const { ProposedMessage } = streamsPb.BatchAppendReq

class JsonBytes extends Uint8Array {}

/** Upper bound of the id, type and field names around data and metadata. */
const ENVELOPE_BYTES = 1_024

/**
 * A JSON event, serialised once here. The client accepts bytes only as a binary event; `patchSerialisation` restores
 * the JSON content type.
 * @throws TypeError or RangeError when the data or metadata cannot be serialised
 */
export function serialisedEvent({ id, type, data, metadata }: NewEvent): EventData {
  return {
    ...{ id, type, contentType: 'application/octet-stream' },
    data: jsonBytes(JsonBytes, data),
    // The client would serialise an instance of a subclass as JSON again.
    metadata: jsonBytes(Uint8Array, metadata),
  }
}

function jsonBytes(Bytes: typeof Uint8Array, value: unknown): Uint8Array {
  const { buffer, byteOffset, length } = Buffer.from(JSON.stringify(value))
  return new Bytes(buffer, byteOffset, length)
}

/**
 * The client (6.2.1) carries JSON as base64, and its protobuf library decodes that one character at a time, a tenth
 * of an append's cost; Node's decoder gives the same bytes. The client also serialises each event twice, the first
 * time only for its length: here the length is estimated, and never too low.
 */
export function patchSerialisation(): void {
  ProposedMessage.prototype.getData_asU8 = function () {
    return bytesOf(this.getData())
  }
  ProposedMessage.prototype.getCustomMetadata_asU8 = function () {
    return bytesOf(this.getCustomMetadata())
  }
  ProposedMessage.prototype.serializeBinary = function () {
    if (this.getData() instanceof JsonBytes)
      this.getMetadataMap().set('content-type', 'application/json')
    const length = this.getData().length + this.getCustomMetadata().length + ENVELOPE_BYTES
    return { length } as Uint8Array
  }
}

// The protobuf library writes only strings, Buffers and plain Uint8Arrays.
function bytesOf(value: Uint8Array | string): Uint8Array {
  if (typeof value === 'string') return Buffer.from(value, 'base64')
  return value instanceof JsonBytes
    ? new Uint8Array(value.buffer, value.byteOffset, value.length)
    : value
}
