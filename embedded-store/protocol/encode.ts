import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import type { Recorded } from './recorded.ts'
import { type UuidForm, writeUuid } from './uuid.ts'

/** Encodings of events in memory, for as long as the event itself is kept. */
const encoded = new WeakMap<Recorded, Buffer>()

/** The wire form of an event, encoded once for all its readers. */
export function encodeEvent(event: Recorded, form: UuidForm): Buffer {
  if (form === 'structured') return encodeLink(event, null, form)
  const known = encoded.get(event)
  if (known) return known
  const bytes = encodeLink(event, null, form)
  encoded.set(event, bytes)
  return bytes
}

/**
 * The wire form of a link with the event it points to (null when that is gone), or of the event alone without a link.
 * The position is that of the record that was read: the link's, if there is one.
 */
export function encodeLink(event: Recorded | null, link: Recorded | null, form: UuidForm): Buffer {
  const message = new streamsPb.ReadResp.ReadEvent()
  if (event) message.setEvent(recordedEvent(event, form))
  if (link) message.setLink(recordedEvent(link, form))
  message.setCommitPosition(String((link ?? event)?.position ?? 0n))
  return bytesOf(new streamsPb.ReadResp().setEvent(message))
}

export function encodeConfirmation(subscriptionId: string): Buffer {
  const confirmation = new streamsPb.ReadResp.SubscriptionConfirmation()
  confirmation.setSubscriptionId(subscriptionId)
  return bytesOf(new streamsPb.ReadResp().setConfirmation(confirmation))
}

/** Tells the client that the filter has considered every event up to the position. */
export function encodeCheckpoint(position: bigint): Buffer {
  const checkpoint = new streamsPb.ReadResp.Checkpoint()
  checkpoint.setCommitPosition(String(position)).setPreparePosition(String(position))
  return bytesOf(new streamsPb.ReadResp().setCheckpoint(checkpoint))
}

/** Tells the client that what follows is live. */
export function encodeCaughtUp(): Buffer {
  return bytesOf(new streamsPb.ReadResp().setCaughtUp(new streamsPb.ReadResp.CaughtUp()))
}

/** The answer, not an error, to a read of a stream that does not exist. */
export function encodeStreamNotFound(stream: string): Buffer {
  const notFound = new streamsPb.ReadResp.StreamNotFound()
  notFound.setStreamIdentifier(streamIdentifier(stream))
  return bytesOf(new streamsPb.ReadResp().setStreamNotFound(notFound))
}

export function streamIdentifier(stream: string): sharedPb.StreamIdentifier {
  return new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream))
}

function recordedEvent(event: Recorded, form: UuidForm) {
  const message = new streamsPb.ReadResp.ReadEvent.RecordedEvent()
  message.setId(writeUuid(event.id, form))
  message.setStreamIdentifier(streamIdentifier(event.stream))
  message.setStreamRevision(String(event.revision))
  message.setCommitPosition(String(event.position)).setPreparePosition(String(event.position))
  message.setData(event.data).setCustomMetadata(event.meta)
  const metadata = message.getMetadataMap()
  metadata.set('type', event.type)
  metadata.set('content-type', event.json ? 'application/json' : 'application/octet-stream')
  metadata.set('created', `${event.created}0000`)
  return message
}

function bytesOf(message: streamsPb.ReadResp): Buffer {
  const bytes = message.serializeBinary()
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
