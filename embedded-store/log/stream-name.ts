import type { StreamIdentifier } from '@eventstore/db-client/generated/shared_pb.js'

/** Characters; longer names do not fit the store's index. */
const MAX_NAME_LENGTH = 1024

export function isMetaStream(stream: string): boolean {
  return stream.startsWith('$$')
}

/** The stream whose metadata this one holds, or the stream itself. */
export function originalStream(stream: string): string {
  return isMetaStream(stream) ? stream.slice(2) : stream
}

export function metaStream(stream: string): string {
  return `$$${stream}`
}

/** The name a request carries; empty when it carries none. */
export function streamName(identifier: StreamIdentifier | undefined): string {
  return identifier ? Buffer.from(identifier.getStreamName_asU8()).toString('utf8') : ''
}

/** Why a request cannot target a stream of this name, or null. */
export function nameFault(stream: string): string | null {
  if (stream === '' || stream === '$$') return 'the stream name is empty; give one'
  if (stream.startsWith('$$$$')) return 'a metadata stream has no metadata stream of its own'
  if (stream.length > MAX_NAME_LENGTH)
    return `the stream name is above ${MAX_NAME_LENGTH} characters`
  if (stream.includes('\0')) return 'the stream name holds a NUL character'
  return null
}
