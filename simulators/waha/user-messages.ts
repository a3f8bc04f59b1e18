import type { Json } from '../graph-api/json.ts'
import type { Sent } from './answers.ts'
import type { Engine } from './behaviour.ts'
import { chatIdOf, lidOf, newMessageId } from './chat-id.ts'
import { emit } from './emit.ts'
import type { Session } from './session.ts'
import type { WahaSimulator } from './simulator.ts'

/** The fields of a control request that are not part of the message. */
export type Writing = Json & {
  /** Default `message.any`; others are `message.reaction`, `message.edited`, `message.revoked`. */
  event?: string
  text?: string
  name?: string
  /** Names the chat by the hidden id; `hide_phone` does too, and makes the look-up of its phone fail. */
  lid?: boolean
  hide_phone?: boolean
}

/** Makes a user write to a session. Fields that do not describe the user are copied into the payload. */
export function writeAsUser(
  simulator: WahaSimulator,
  session: Session,
  phone: string,
  writing: Writing,
): { id: string; chat_id: string } {
  const { event = 'message.any', text = '', name = 'Ana Reis', lid, hide_phone, ...more } = writing
  const chat_id = chatOf(simulator, phone, lid === true, hide_phone === true)
  const { id, whole } = newMessageId(false, chat_id)
  const payload = {
    ...message({ whole, chat_id, text, at: Math.floor(Date.now() / 1000) }, false, 'app'),
    _data: nativeData(simulator.behaviour.engine, { chat_id, id, name }),
    ...more,
  }
  emit(simulator, session, event, payload)
  return { id, chat_id }
}

function nativeData(engine: Engine, of: { chat_id: string; id: string; name: string }): Json {
  const { chat_id, id, name } = of
  switch (engine) {
    case 'WEBJS':
      return { id: { fromMe: false, remote: chat_id, id }, type: 'chat', notifyName: name }
    case 'NOWEB':
      return { key: { remoteJid: nativeJid(chat_id), fromMe: false, id }, pushName: name }
    case 'GOWS':
      return { Info: { Chat: nativeJid(chat_id), ID: id, IsFromMe: false, PushName: name } }
  }
}

function nativeJid(chatId: string): string {
  return chatId.replace('@c.us', '@s.whatsapp.net')
}

/** Simulates a message typed on the phone of the session. */
export function writeOnPhone(
  simulator: WahaSimulator,
  session: Session,
  to: string,
  text: string,
): { id: string; chat_id: string } {
  const chat_id = chatIdOf(to)
  const named = newMessageId(true, chat_id)
  postEcho(
    simulator,
    session,
    { ...named, chat_id, text, at: Math.floor(Date.now() / 1000) },
    'app',
  )
  return { id: named.id, chat_id }
}

/** Posts the echo of a message that the session itself sent. */
export function postEcho(
  simulator: WahaSimulator,
  session: Session,
  sent: Sent,
  source: 'api' | 'app',
): void {
  const { engine, acks } = simulator.behaviour
  const ack = engine === 'GOWS' && acks.includes(1) ? 1 : 0
  emit(simulator, session, 'message.any', { ...message(sent, true, source), ack })
}

function message(
  { whole, chat_id, text, at }: Omit<Sent, 'id'>,
  fromMe: boolean,
  source: 'api' | 'app',
) {
  const times = { id: whole, timestamp: at, from: chat_id, fromMe, source, to: null }
  return { ...times, body: text, hasMedia: false, ack: fromMe ? 0 : 1, replyTo: null }
}

function chatOf(simulator: WahaSimulator, phone: string, byLid: boolean, hidden: boolean): string {
  const chat = chatIdOf(phone)
  if (!byLid && !hidden) return chat
  const lid = lidOf(phone)
  simulator.lids.set(lid, chat)
  if (hidden) simulator.hidden.add(lid)
  else simulator.hidden.delete(lid)
  return lid
}
