import { asRecord, type Json } from '@recado/domain/provider-event/loose-json'
import { NO_IDENTITIES, type Person } from '../intent.ts'
import { type PersonJid, personJid } from './jid.ts'

/**
 * The person at the other end of the chat. Looks in every field, because engines identify a chat by phone or by
 * hidden id, and some add the other one beside it.
 * @param me the session's own chat id, which is never the other end
 * @returns null when the chat is not with a person, such as a group
 */
export function wahaPerson(payload: Json, fromMe: boolean, me: unknown): Person | null {
  const own = personJid(me)?.digits
  const places = [chatOf(payload, fromMe), ...alternatives(payload, fromMe)]
  const jids = places.map(personJid).filter((jid): jid is PersonJid => jid !== null)
  if (personJid(places[0]) === null || chatsNamed(payload).some(isShared)) return null
  const others = jids.filter(({ digits }) => digits !== own)
  const phone = others.find(({ kind }) => kind === 'phone')?.digits ?? null
  const lid = others.find(({ kind }) => kind === 'lid')?.digits ?? null
  return phone === null && lid === null ? null : { ...NO_IDENTITIES, phone, lid }
}

/** The fields that may name a group, a status post or a channel where the id of the message names only its author. */
function chatsNamed({ from, to, _data }: Json): readonly unknown[] {
  const { key, Info } = asRecord(_data)
  return [from, to, asRecord(key).remoteJid, asRecord(Info).Chat]
}

function isShared(chat: unknown): boolean {
  return typeof chat === 'string' && /@(g\.us|broadcast|newsletter)$/.test(chat)
}

/** The chat in an id such as `false_553187654321@c.us_3EB0AA`; the digits may be followed by `_` and an agent number. */
const CHAT_IN_ID = /^[^_@]+_([^@]+@[^_]+)_/

/** The chat in the message id is most reliable: `from` is the chat in some engines and the session in others. */
function chatOf({ id, from, to }: Json, fromMe: boolean): unknown {
  const [, chat] = (typeof id === 'string' && CHAT_IN_ID.exec(id)) || []
  return chat ?? (fromMe ? (to ?? from) : from)
}

function alternatives(payload: Json, fromMe: boolean): readonly unknown[] {
  const data = asRecord(payload._data)
  const key = asRecord(data.key)
  const info = asRecord(data.Info)
  const named = [key.remoteJid, key.remoteJidAlt]
  return fromMe
    ? [payload.to, ...named, info.RecipientAlt, info.Chat]
    : [payload.from, ...named, key.senderPn, key.senderLid, info.SenderAlt, info.Sender]
}

/** The profile name, in whichever field the engine puts it. */
export function profileNameIn(payload: Json): unknown {
  const data = asRecord(payload._data)
  return data.notifyName ?? data.pushName ?? asRecord(data.Info).PushName
}
