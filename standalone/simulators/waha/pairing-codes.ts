import { randomBytes } from 'node:crypto'

/** What links a phone with a session that waits for one. */
export type PairingCodes = {
  /** What the code on the screen says now. */
  qr: string
  /** How many codes were shown since the session started. */
  shown: number
  /** The code that is typed instead, and the phone it was asked for; null before. */
  link: { code: string; phone: string } | null
}

/** A code as WhatsApp writes them. */
export function newQr(): string {
  return `2@${randomBytes(32).toString('base64')},${randomBytes(16).toString('base64')}`
}

/** Eight letters and digits, without those that look alike. */
export function newLinkingCode(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTVWXYZ123456789'
  return Array.from(randomBytes(8), (byte) => letters[byte % letters.length]).join('')
}
