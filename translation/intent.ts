import type { CallIntent } from '@recado/domain/call/events'
import type { ConnectionNoticed, ConnectionStatus } from '@recado/domain/connection/events'
import type { ImportedContent, ImportedIntent } from '@recado/domain/imported-message/events'
import type { MessageIntent } from '@recado/domain/message/events'
import type { Native } from '@recado/domain/native-json'
import type { ProviderEventReceived } from '@recado/domain/provider-event/events'
import type { StatusIntent } from '@recado/domain/provider-message/events'

/** A person as a provider identifies them; the strongest identities are the BSUID and the phone. */
export type Person = MessageIntent['party']

/** What a raw event says, in the provider's terms: nothing is resolved to our ids yet. */
export type Intent =
  | {
      readonly kind: 'received' | 'sent_elsewhere'
      readonly message: MessageIntent
      /** The phone that the person gave of itself because the business asked for it. */
      readonly given_phone?: string
    }
  | {
      readonly kind: 'edited' | 'revoked'
      readonly message: MessageIntent
      readonly original_provider_message_id: string
    }
  /** A message of the number's history, from before it was connected. */
  | { readonly kind: 'imported'; readonly imported: ImportedIntent }
  /** The content of a media message of the history. */
  | { readonly kind: 'imported_media'; readonly imported: ImportedContent }
  /** How far the history is transferred, or why it is not. */
  | ({ readonly kind: 'connection_history' } & (
      | { readonly phase: number; readonly progress: number }
      | { readonly declined: { readonly code: number | null; readonly title: string | null } }
    ))
  | { readonly kind: 'status'; readonly status: StatusIntent }
  | { readonly kind: 'called'; readonly call: CallIntent }
  /** The person has another number or id since `said_at`, by the provider's clock, ISO 8601. */
  | {
      readonly kind: 'identity_changed'
      readonly before: Person
      readonly after: Person
      readonly said_at: string
    }
  /** The business has the person in its address book. */
  | {
      readonly kind: 'person_listed'
      readonly person: Person
      readonly profile_name: string | null
      /** By the provider's clock, ISO 8601. */
      readonly said_at: string
    }
  | {
      readonly kind: 'marketing_preference'
      readonly person: Person
      readonly opted_out: boolean
      readonly changed_at: string
    }
  | {
      readonly kind: 'connection_status'
      readonly status: ConnectionStatus
      readonly reason: string
      readonly details: Native
      /** The placement of the session that reports, of a provider with sessions. */
      readonly placement?: number
    }
  | {
      readonly kind: 'connection_noticed'
      readonly notice: ConnectionNoticed['data']['kind']
      readonly value: Native
    }
  /** The gateway reports which number was paired, and when, ISO 8601. */
  | {
      readonly kind: 'connection_number'
      readonly phone_number: string
      readonly told_at?: string
      /** The placement of the session that reports. */
      readonly placement?: number
    }
  /**
   * Understood, but without consequence; counted, and the raw event stays. It keeps its place in the list of intents,
   * because the ids of facts are derived from that place.
   */
  | { readonly kind: 'set_aside'; readonly reason: string }
  /** Could not be read; counted, and the raw event stays. */
  | { readonly kind: 'unreadable'; readonly reason: string }

export type ConnectionChange = Extract<
  Intent,
  {
    kind: 'connection_status' | 'connection_noticed' | 'connection_number' | 'connection_history'
  }
>

/** Translates a raw event into intents. Pure, and never throws: an audit runs it again and compares. */
export type Translate = (raw: ProviderEventReceived['data']) => readonly Intent[]

export const NO_IDENTITIES: Person = {
  phone: null,
  business_scoped_user_id: null,
  parent_business_scoped_user_id: null,
  username: null,
  lid: null,
}
