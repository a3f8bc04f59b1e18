import type { ConnectionEntry } from '../registry-entries.ts'
import type { ProviderResult } from './provider-result.ts'

/** What WhatsApp users see of the business; null where nothing is set. */
export type Profile = {
  readonly about: string | null
  readonly address: string | null
  readonly description: string | null
  readonly email: string | null
  readonly vertical: string | null
  readonly websites: string[]
  readonly profile_picture_url: string | null
}

export type ProfileCalls = {
  read(connection: ConnectionEntry): Promise<ProviderResult<Profile>>
  /** Changes the given fields and leaves the others alone. */
  change(connection: ConnectionEntry, changes: object): Promise<ProviderResult<unknown>>
}
