export type SessionStatus = 'STOPPED' | 'STARTING' | 'SCAN_QR_CODE' | 'WORKING' | 'FAILED'

/** The destination of a session's webhooks, and the key that signs them. */
export type SessionHook = {
  url: string
  events: string[]
  hmac?: { key?: string }
}

export type Session = {
  name: string
  status: SessionStatus
  /** The number that was paired, as digits; null before. */
  phone: string | null
  config: {
    metadata?: Record<string, unknown>
    webhooks?: SessionHook[]
    webjs?: { tagsEventsOn?: boolean }
  }
}

export function sessionAnswer({ name, status, phone, config }: Session, engine: string) {
  return { name, status, config, me: meOf(phone), engine: { engine } }
}

/** The identity of a session in envelopes and answers. */
export function meOf(phone: string | null) {
  return phone === null ? null : { id: `${phone}@c.us`, pushName: 'Loja' }
}
