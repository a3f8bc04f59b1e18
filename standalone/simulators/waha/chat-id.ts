import { createHash, randomBytes } from 'node:crypto'

/** The chat id of a phone: WhatsApp drops the ninth digit of Brazilian mobiles of area codes 31 and above. */
export function chatIdOf(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return `${digits.replace(/^55([3-9]\d)9([6-9]\d{7})$/, '55$1$2')}@c.us`
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
