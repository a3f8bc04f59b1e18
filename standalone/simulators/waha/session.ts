/** Where WAHA says a session is. */
export type SessionStatus = 'STOPPED' | 'STARTING' | 'SCAN_QR_CODE' | 'WORKING' | 'FAILED'

/** Where a session's webhooks go, and what signs them. */
export type SessionHook = {
  url: string
  events: string[]
  hmac?: { key?: string }
}

/** A WhatsApp client that the gateway runs, as it was configured. */
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

/** The session as the API shows it. */
export function shownSession({ name, status, phone, config }: Session, engine: string) {
  return { name, status, config, me: meOf(phone), engine: { engine } }
}

/** Who the session is, as envelopes and answers say it. */
export function meOf(phone: string | null) {
  return phone === null ? null : { id: `${phone}@c.us`, pushName: 'Loja' }
}
