import { createHash, randomBytes } from 'node:crypto'
import { withoutNinthDigit } from '../graph-api/whatsapp-user.ts'

/** The chat id of a phone. */
export function chatIdOf(phone: string): string {
  return `${withoutNinthDigit(phone.replace(/\D/g, ''))}@c.us`
}

/** The hidden id of a person; a number has the same one at every start. */
export function lidOf(phone: string): string {
  const hash = createHash('sha256')
    .update(`lid:${chatIdOf(phone)}`)
    .digest()
  return `9${String(hash.readUInt32BE(0)).padStart(10, '0')}@lid`
}

/** A new message id, alone and as the whole id with direction and chat. */
export function newMessageId(fromMe: boolean, chatId: string): { id: string; whole: string } {
  const id = `3EB0${randomBytes(9).toString('hex').toUpperCase()}`
  return { id, whole: `${fromMe}_${chatId}_${id}` }
}
