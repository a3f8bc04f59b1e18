import type { MessageSendRequested, MessageType } from '@recado/domain/message/events'

// A send on its way from the request to the fact that records it:
//
//   RequestedSend  what the caller requests
//   SendCommand    the same with its message id, by which a repeat is recognised
//   Target         the connection and the person that it goes to
//   Intent         all of this, as MessageSendRequested holds it

/** The recipient as the caller named it; null for identities that were not sent. */
export type RequestedRecipient = {
  /** Digits only. */
  readonly phone: string | null
  readonly contact_id: string | null
  readonly business_scoped_user_id: string | null
  readonly parent_business_scoped_user_id: string | null
  readonly username: string | null
}

export type SendContent = {
  readonly message_type: MessageType
  /** Shown in lists and previews. */
  readonly text: string
  /** Native object of the type; null for text. */
  readonly content: object | null
}

/** A send with its aliases resolved; null for fields that were not sent. */
export type RequestedSend = SendContent & {
  readonly conversation_id: string | null
  /** The distinct values of `connection_id` and `from`, as lower-case uuid or digits; all must fit one connection. */
  readonly connections: readonly string[]
  readonly recipient: RequestedRecipient | null
  readonly reply_to_message_id: string | null
  readonly biz_opaque_callback_data: string | null
  /** Absent for give_up, so that fingerprints stay the same as before this field existed. */
  readonly on_unknown?: 'retry'
}

/** A requested send and its message id, which follows from the Idempotency-Key where there is one. */
export type SendCommand = {
  readonly account_id: string
  readonly message_id: string
  readonly send: RequestedSend
  readonly idempotency: { readonly key: string; readonly fingerprint: string } | null
}

/** The target of a send. A contact or conversation that is yet to be created has no id. */
export type Target = {
  readonly connection_id: string
  readonly contact_id: string | null
  readonly conversation_id: string | null
  readonly phone: string | null
  readonly business_scoped_user_id: string | null
  readonly wa_id: string | null
  readonly lid: string | null
}

export type Intent = MessageSendRequested['data']
