import type { Engine } from './behaviour.ts'

export type Sent = { id: string; whole: string; chat_id: string; text: string; at: number }

/** The answer to a send: every engine has a shape of its own. */
export function sendAnswer(engine: Engine, sent: Sent): object {
  const { id, whole, chat_id, text, at } = sent
  switch (engine) {
    case 'WEBJS':
      return {
        _data: { type: 'chat' },
        id: { fromMe: true, remote: chat_id, id, _serialized: whole },
        ack: 0,
        body: text,
        timestamp: at,
      }
    case 'NOWEB':
      return {
        key: { remoteJid: chat_id.replace('@c.us', '@s.whatsapp.net'), fromMe: true, id },
        message: { extendedTextMessage: { text } },
        messageTimestamp: String(at),
        status: 'PENDING',
      }
    case 'GOWS':
      return { id: whole, timestamp: at, from: chat_id, fromMe: true, body: text, ack: 0 }
  }
}
