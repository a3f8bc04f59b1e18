import type { Party, SendError } from '@recado/domain/message/events'

/** What came of one send call. */
export type SendOutcome =
  | {
      readonly outcome: 'accepted'
      readonly provider_message_id: string
      readonly wa_id: string | null
      readonly business_scoped_user_id: string | null
      readonly request: object
      readonly answer: object
    }
  /** Refused for good; `auth` means the connection itself is not usable. */
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
      readonly request: object
      readonly answer: object | null
    }
  /** Timeout, reset, or a 5xx without a body: it may have been sent. Never send it again. */
  | { readonly outcome: 'unknown'; readonly error: SendError; readonly request: object }

/** A message ready to go to a provider. */
export type OutboundMessage = {
  readonly message_id: string
  readonly message_type: string
  readonly recipient: Party & {
    readonly wa_id: string | null
    /** The hidden id that a gateway knows a person by, as digits; left out where there is none. */
    readonly lid?: string | null
  }
  readonly text: string
  readonly content: object | null
  readonly reply_to_message_id: string | null
  /** Whether the business wrote what is replied to; left out: it did not, or nobody knows. */
  readonly reply_to_own?: boolean
  /** The caller's value, or our message id: what the provider returns in statuses. */
  readonly correlation: string
  /** Which try this is, from 1: waits asked for by the provider grow with it. */
  readonly attempt: number
}

/** What came of a send that was not called: refused for good, or for now. */
export type NotCalled = Extract<SendOutcome, { readonly outcome: 'refused' | 'later' }>

/** A prepared call: call exactly one of `send` and `drop`, once. */
export type ReadyCall = {
  /** Sends once. Never throws for what the provider answers. */
  send(): Promise<SendOutcome>
  /** Makes no call: what was held for it is given back. */
  drop(): Promise<void>
}
