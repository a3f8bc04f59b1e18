import { randomBytes } from 'node:crypto'

/** The codes that link a phone with a waiting session. */
export type PairingCodes = {
  /** The content of the QR code shown now. */
  qr: string
  shown: number
  /** The code to type instead, and the phone it was requested for; null before a request. */
  link: { code: string; phone: string } | null
}

/** The content of a QR code in WhatsApp's form. */
export function newQr(): string {
  return `2@${randomBytes(32).toString('base64')},${randomBytes(16).toString('base64')}`
}

/** Eight letters and digits, without those that look alike. */
export function newLinkingCode(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTVWXYZ123456789'
  return Array.from(randomBytes(8), (byte) => letters[byte % letters.length]).join('')
}
