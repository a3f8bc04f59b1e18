import { personJid } from '@recado/translation/waha/jid'
import { answerJson } from '../answer-json.ts'
import { causeText } from '../cause-text.ts'
import type { NotCalled, OutboundMessage } from '../send-call.ts'
import { neverSent } from '../without-answer.ts'
import { refusalOf } from './read-answer.ts'
import type { WahaCalls } from './waha-client.ts'

/** The chat to send to, and the person's id as digits where it is known. */
export type Chat = { readonly chat_id: string; readonly wa_id: string | null }

/**
 * The chat of a recipient. A known `wa_id` is used directly. A phone is looked up first: a message to the wrong form
 * of a Brazilian mobile vanishes without an error. A person known only by a hidden id is answered at that id, and the
 * phone is learned if the gateway knows it.
 */
export async function findChat(
  client: WahaCalls,
  session: string,
  { recipient, attempt }: OutboundMessage,
): Promise<Chat | NotCalled> {
  const { phone, wa_id, lid = null } = recipient
  if (wa_id !== null) return { chat_id: `${wa_id}@c.us`, wa_id }
  if (phone !== null) return lookUpPhone(client, session, phone, attempt)
  if (lid !== null) return { chat_id: `${lid}@lid`, wa_id: await phoneBehind(client, session, lid) }
  return notCalled({ session }, 'no_recipient', 'The person has neither a phone nor a chat here')
}

async function lookUpPhone(
  client: WahaCalls,
  session: string,
  phone: string,
  attempt: number,
): Promise<Chat | NotCalled> {
  const query = new URLSearchParams({ phone, session })
  const result = await client.call('GET', `/api/contacts/check-exists?${query}`)
  const request = { phone, session }
  if (result.kind !== 'answered') return neverSent(request, causeText(result.cause), attempt)
  if (result.answer.status >= 300) return refusalOf(request, result.answer, attempt)
  const { numberExists, chatId } = answerJson(result.answer.body)
  if (numberExists === false)
    return notCalled(request, 'not_on_whatsapp', 'The number is not on WhatsApp')
  const jid = personJid(chatId)
  if (jid === null) return neverSent(request, 'the gateway named no chat for the number', attempt)
  return jid.kind === 'phone'
    ? { chat_id: `${jid.digits}@c.us`, wa_id: jid.digits }
    : { chat_id: `${jid.digits}@lid`, wa_id: null }
}

/** The phone of a hidden id, as digits; null when the gateway does not know it or does not answer. */
async function phoneBehind(client: WahaCalls, session: string, lid: string) {
  const path = `/api/${encodeURIComponent(session)}/lids/${encodeURIComponent(`${lid}@lid`)}`
  const result = await client.call('GET', path)
  const jid = result.kind === 'answered' ? personJid(answerJson(result.answer.body).pn) : null
  return jid?.kind === 'phone' ? jid.digits : null
}

function notCalled(request: object, code: string, title: string): NotCalled {
  const error = { code, class: 'undeliverable', title, details: null }
  return { outcome: 'refused', error, request, answer: null }
}
