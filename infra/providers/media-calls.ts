import type { Readable } from 'node:stream'
import type { ConnectionEntry } from '../registry-entries.ts'
import type { Gone, ProviderResult } from './provider-result.ts'

/** A file on disk, to be read while it is sent. */
export type MediaFile = {
  readonly path: string
  /** In bytes. */
  readonly size: number
  readonly mime_type: string
  /** A name ending that fits the type. */
  readonly extension: string
}

/** What the provider says of a file. */
export type MediumInfo = {
  readonly mime_type: string
  readonly file_size: string
  readonly sha256: string | null
}

/** A file as it comes from the provider. The stream must be read or destroyed. */
export type MediumContent = {
  readonly mime_type: string
  readonly content: Readable
  /** In bytes, as the provider says; null when it does not. */
  readonly length: string | null
}

/** Files at the provider, by the ids that it gives them. */
export type MediaCalls = {
  /** The id of the file; null when the provider answers none. */
  upload(connection: ConnectionEntry, file: MediaFile): Promise<ProviderResult<string | null>>
  info(connection: ConnectionEntry, id: string): Promise<ProviderResult<MediumInfo> | Gone>
  download(connection: ConnectionEntry, id: string): Promise<ProviderResult<MediumContent> | Gone>
  delete(connection: ConnectionEntry, id: string): Promise<ProviderResult<unknown> | Gone>
}
