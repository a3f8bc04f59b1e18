import type sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import type { Map as ProtoMap } from 'google-protobuf'
import type { Proposed } from './recorded.ts'
import { readUuid } from './uuid.ts'

/** The most an append may hold, in bytes: `MaxAppendSize` of the real server. */
export const MAX_APPEND_BYTES = 1024 * 1024

/** Why an append is invalid whatever the state of its stream. */
export type Fault =
  | { readonly kind: 'too_large' }
  | { readonly kind: 'missing_metadata'; readonly property: string }
  | { readonly kind: 'malformed'; readonly details: string }

/** A proposed event as both kinds of append carry it. */
export type ProposedMessage = {
  getId(): sharedPb.UUID | undefined
  getMetadataMap(): ProtoMap<string, string>
  getData_asU8(): Uint8Array
  getCustomMetadata_asU8(): Uint8Array
}

/** The events of one append, collected message by message; after the first fault none are kept. */
export class Proposal {
  readonly #events: Proposed[] = []
  #size = 0
  #fault: Fault | null = null

  get events(): readonly Proposed[] {
    return this.#events
  }

  get fault(): Fault | null {
    return this.#fault
  }

  add(message: ProposedMessage): void {
    if (this.#fault) return
    const read = readProposed(message)
    if ('kind' in read) this.#fail(read)
    else this.#keep(read)
  }

  #keep(event: Proposed): void {
    this.#size += event.data.length + event.meta.length + 2 * event.type.length
    if (this.#size > MAX_APPEND_BYTES) this.#fail({ kind: 'too_large' })
    else this.#events.push(event)
  }

  #fail(fault: Fault): void {
    this.#fault = fault
    this.#events.length = 0
  }
}

function readProposed(message: ProposedMessage): Proposed | Fault {
  const metadata = message.getMetadataMap()
  const type = metadata.get('type')
  const contentType = metadata.get('content-type')
  if (!type) return { kind: 'missing_metadata', property: 'type' }
  if (!contentType) return { kind: 'missing_metadata', property: 'content-type' }
  if (type.includes('\0')) return { kind: 'malformed', details: 'the event type holds a NUL' }
  const id = readUuid(message.getId())
  if (!id) return { kind: 'malformed', details: 'the event id is no uuid' }
  return {
    id,
    type,
    json: contentType === 'application/json',
    data: bufferOf(message.getData_asU8()),
    meta: bufferOf(message.getCustomMetadata_asU8()),
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
