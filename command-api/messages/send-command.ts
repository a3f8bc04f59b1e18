import { fingerprint } from '@recado/application/sending/fingerprint'
import type {
  RequestedSend,
  SendCommand,
  SendContent,
} from '@recado/application/sending/send-request'
import type { SendCommon } from '@recado/contract/send-common'
import { isSamePhone, numberIn, phoneDigits } from '@recado/domain/phone-number'
import { HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import { isUuid } from '@recado/infra/is-uuid'
import type { CommandDeps } from '../deps.ts'
import { idempotencyKey } from '../routing/idempotency-key.ts'
import type { KeyInput } from '../routing/route.ts'
import { exactContent } from './exact-content.ts'

export type SendInput = Pick<
  KeyInput<unknown, unknown, SendCommon>,
  'account' | 'caller' | 'body' | 'request' | 'requestId'
>

/** The command of a request, or the problem with its header or body. */
export function sendCommand(
  { body, account, request }: SendInput,
  content: SendContent,
  { newId, personIds }: Pick<CommandDeps, 'newId' | 'personIds'>,
): SendCommand | HttpProblem {
  const keyed = idempotencyKey(request.headers['idempotency-key'])
  if (keyed instanceof HttpProblem) return keyed
  const send = requestedSend(body, exactContent(content, request))
  if (send instanceof HttpProblem) return send
  const { key } = keyed
  if (key === null) return { account_id: account.id, message_id: newId(), send, idempotency: null }
  const message_id = personIds.keyedMessageId({ account_id: account.id, idempotency_key: key })
  const idempotency = { key, fingerprint: fingerprint(send) }
  return { account_id: account.id, message_id, send, idempotency }
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
    connections: connectionReferences(body.connection_id, body.from),
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

function connectionReferences(
  ...references: readonly (string | null | undefined)[]
): readonly string[] {
  const given = references.filter((reference) => reference != null).map(canonicalReference)
  return [...new Set(given)]
}

// A uuid may consist of digits only, so the check for a uuid comes first.
function canonicalReference(reference: string): string {
  return (isUuid(reference) ? null : numberIn(reference)) ?? reference.toLowerCase()
}
