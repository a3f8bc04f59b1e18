import type { Party, SendError } from '@recado/domain/message/events'

export type SendOutcome =
  | {
      readonly outcome: 'accepted'
      readonly provider_message_id: string
      readonly wa_id: string | null
      readonly business_scoped_user_id: string | null
      readonly request: object
      readonly answer: object
    }
  /** Refused finally. Class `auth` means that the connection itself is unusable. */
  | {
      readonly outcome: 'refused'
      readonly error: SendError
      readonly request: object
      readonly answer: object | null
    }
  /** Throttled or temporarily down: may be tried again, not before `retry_after_ms`. */
  | {
      readonly outcome: 'later'
      readonly error: SendError
      readonly retry_after_ms: number
      /** The number as a whole sends too fast. */
      readonly slows_number?: true
      readonly request: object
      readonly answer: object | null
    }
  /** Timeout, reset, or a 5xx without a body: it may have been sent. Never send it again. */
  | { readonly outcome: 'unknown'; readonly error: SendError; readonly request: object }

export type OutboundMessage = {
  readonly message_id: string
  readonly message_type: string
  readonly recipient: Party & {
    readonly wa_id: string | null
    /** The hidden id by which a gateway knows a person, as digits; absent without one. */
    readonly lid?: string | null
  }
  readonly text: string
  readonly content: object | null
  readonly reply_to_message_id: string | null
  /** Whether the business wrote the quoted message; absent when it did not or that is unknown. */
  readonly reply_to_own?: boolean
  /** The value that the provider returns in statuses: the caller's, or our message id. */
  readonly correlation: string
  /** Number of this try, from 1: waits that the provider asks for grow with it. */
  readonly attempt: number
}

/** The outcome of a send that was not called: refused finally, or for now. */
export type NotCalled = Extract<SendOutcome, { readonly outcome: 'refused' | 'later' }>

/** The send keeps waiting: no attempt has begun, and none has failed. */
export type NoTurn = { readonly outcome: 'no_turn'; readonly retry_after_ms: number }

/** No place became free: other calls, of this account or of others, use up what the account may have under way. */
export const NO_PLACE: NoTurn = { outcome: 'no_turn', retry_after_ms: 1_000 }

/** A prepared call: call exactly one of `send` and `drop`, once. */
export type ReadyCall = {
  /** Sends once. Never throws for errors of the provider. */
  send(): Promise<SendOutcome>
  /** Releases what was held for the call, without calling. */
  drop(): Promise<void>
}
