import type { Readable } from 'node:stream'
import type { ConnectionEntry } from '../registry-entries.ts'
import type { Gone, ProviderResult } from './provider-result.ts'

export type MediaFile = {
  readonly path: string
  /** In bytes. */
  readonly size: number
  readonly mime_type: string
  /** A filename extension that fits the type. */
  readonly extension: string
}

export type MediumInfo = {
  readonly mime_type: string
  readonly file_size: string
  readonly sha256: string | null
}

/** A file from the provider. The stream must be read or destroyed. */
export type MediumContent = {
  readonly mime_type: string
  readonly content: Readable
  /** In bytes, as the provider states it; null when it does not. */
  readonly length: string | null
}

export type MediaCalls = {
  /** The id of the file; null when the provider's answer has none. */
  upload(connection: ConnectionEntry, file: MediaFile): Promise<ProviderResult<string | null>>
  info(connection: ConnectionEntry, id: string): Promise<ProviderResult<MediumInfo> | Gone>
  download(connection: ConnectionEntry, id: string): Promise<ProviderResult<MediumContent> | Gone>
  delete(connection: ConnectionEntry, id: string): Promise<ProviderResult<unknown> | Gone>
}
