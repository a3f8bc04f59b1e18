import { randomBytes } from 'node:crypto'

type Json = Record<string, unknown>

/** An event as WAHA posts it. */
export function wahaEvent(event: string, payload: Json, others: Json = {}): Json {
  return {
    id: `evt_${randomBytes(13).toString('hex')}`,
    timestamp: 1767225600123,
    event,
    session: 'conn_1',
    metadata: { connection_id: 'c1' },
    me: { id: '5521933330001@c.us', pushName: 'Loja' },
    engine: 'GOWS',
    payload,
    ...others,
  }
}

/** A text of Ana. */
export function wahaMessage(body: string, others: Json = {}): Json {
  return {
    id: 'false_553187654321@c.us_3EB0AA',
    timestamp: 1767225599,
    from: '553187654321@c.us',
    fromMe: false,
    source: 'app',
    to: null,
    body,
    hasMedia: false,
    ack: 1,
    replyTo: null,
    ...others,
  }
}
