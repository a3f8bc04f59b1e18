import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** Browsers in which a user has signed in before: whose attempts are judged apart from those of strangers. */
export type Devices = {
  /** The text of a device's cookie. @param known its id, if it is known already @param now ms since 1970 */
  issue(userId: string, known: string | null, now: number): string
  /** The id of the device, if the text was issued to it for this user and has not expired. */
  idOf(text: string | null, userId: string | undefined, now: number): string | null
}

/** How long a device is known after its last sign-in, s. */
export const DEVICE_SECONDS = 365 * 24 * 60 * 60

const TEXT = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/

/** @param keys the master key, and the key before it while it is replaced; the first signs */
export function openDevices(keys: readonly Buffer[]): Devices {
  const signing = keys.map((key) =>
    Buffer.from(hkdfSync('sha256', key, '', 'devices of the dashboard', 32)),
  )
  const [first] = signing
  if (first === undefined) throw new Error('devices need a key')
  return {
    issue(userId, known, now) {
      const id = known ?? randomBytes(16).toString('base64url')
      const expires = String(Math.floor(now / 1_000) + DEVICE_SECONDS)
      return `${id}.${expires}.${macOf(first, id, expires, userId).toString('base64url')}`
    },
    idOf(text, userId, now) {
      const [, id, expires, mac] = TEXT.exec(text ?? '') ?? []
      if (userId === undefined || !id || !expires || !mac) return null
      const given = Buffer.from(mac, 'base64url')
      const isOurs = signing.some((key) => timingSafeEqual(macOf(key, id, expires, userId), given))
      return isOurs && Number(expires) * 1_000 > now ? id : null
    },
  }
}

function macOf(key: Buffer, id: string, expires: string, userId: string): Buffer {
  return createHmac('sha256', key).update(`${id}.${expires}.${userId}`).digest()
}
