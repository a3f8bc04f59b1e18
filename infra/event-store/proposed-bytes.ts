import type { EventData } from '@eventstore/db-client'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import type { NewEvent } from './event-store.ts'

const { ProposedMessage } = streamsPb.BatchAppendReq

/** The bytes of a JSON text. */
class JsonBytes extends Uint8Array {}

/** What stands around data and metadata: the id, the type and names of fields. More than it ever is. */
const ENVELOPE_BYTES = 1_024

/**
 * A JSON event whose bytes are made here, once. The client takes bytes as they are, and for a binary event's;
 * `patchSerialisation` has it say that they are JSON.
 * @throws TypeError or RangeError when the data or metadata cannot be serialised
 */
export function serialisedEvent({ id, type, data, metadata }: NewEvent): EventData {
  return {
    ...{ id, type, contentType: 'application/octet-stream' },
    data: jsonBytes(JsonBytes, data),
    // Of a subclass the client would make JSON again.
    metadata: jsonBytes(Uint8Array, metadata),
  }
}

function jsonBytes(Bytes: typeof Uint8Array, value: unknown): Uint8Array {
  const { buffer, byteOffset, length } = Buffer.from(JSON.stringify(value))
  return new Bytes(buffer, byteOffset, length)
}

/**
 * The client (6.2.1) carries JSON as base64, and its protobuf library decodes that a character at a time, a tenth of the
 * cost of an append: Node's own decoder gives the same bytes. It also serialises each event twice, the first time only
 * to see how long it is: here it is told, a little too long at worst.
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

// The library writes bytes of these two classes only.
function bytesOf(value: Uint8Array | string): Uint8Array {
  if (typeof value === 'string') return Buffer.from(value, 'base64')
  return value instanceof JsonBytes
    ? new Uint8Array(value.buffer, value.byteOffset, value.length)
    : value
}
