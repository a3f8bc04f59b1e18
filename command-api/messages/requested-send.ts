import type { SendCommon } from '@recado/contract/send-common'
import type { MessageType } from '@recado/domain/message/events'
import { isSamePhone, numberIn, phoneDigits } from '@recado/domain/phone-number'
import { type HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import { isUuid } from '@recado/infra/is-uuid'

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

/** Resolves the aliases of a body; `to` and `recipient.phone` must be the same phone. */
export function requestedSend(body: SendCommon, content: SendContent): RequestedSend | HttpProblem {
  const phone = body.recipient?.phone ?? null
  const to = body.to ?? null
  if (phone !== null && to !== null && !isSamePhone(phone, to))
    return invalidInput('to and recipient.phone differ: send recipient.phone only')
  return {
    ...content,
    conversation_id: body.conversation_id?.toLowerCase() ?? null,
    connections: referencesIn(body.connection_id, body.from),
    recipient: recipient(body, phone ?? to),
    reply_to_message_id: body.reply_to_message_id ?? null,
    biz_opaque_callback_data: body.biz_opaque_callback_data || null,
    ...(body.on_unknown === 'retry' && { on_unknown: body.on_unknown }),
  }
}

function recipient({ recipient: given }: SendCommon, phone: string | null) {
  if (given == null && phone === null) return null
  return {
    phone: phone === null ? null : phoneDigits(phone),
    contact_id: given?.contact_id?.toLowerCase() ?? null,
    business_scoped_user_id: given?.business_scoped_user_id ?? null,
    parent_business_scoped_user_id: given?.parent_business_scoped_user_id ?? null,
    username: given?.username ?? null,
  }
}

function referencesIn(...references: readonly (string | null | undefined)[]): readonly string[] {
  const given = references.filter((reference) => reference != null).map(canonical)
  return [...new Set(given)]
}

// A uuid may consist of digits only, so the check for a uuid comes first.
function canonical(reference: string): string {
  return (isUuid(reference) ? null : numberIn(reference)) ?? reference.toLowerCase()
}
