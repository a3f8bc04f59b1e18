import { asRecord, asText } from '@recado/domain/provider-event/loose-json'
import { boundFields } from '@recado/translation/bounded-fields'
import { eventName } from '../event-name.ts'
import type { ConnectionHook } from '../hook.ts'
import { hmacOf, isEqual } from '../signed-body.ts'
import { WAHA_MESSAGE } from './native-events.ts'
import { withoutCodes } from './redact.ts'

/** WAHA's webhooks, one address per session, signed with the hex HMAC-SHA512 of the raw body. */
export const wahaHook: ConnectionHook = {
  speaksFor: 'connection',
  path: 'waha',
  header: 'x-webhook-hmac',
  form: /^[0-9a-f]{128}$/i,
  credentials: ['hmac_key', 'hmac_key_previous'],
  scheme: 'HMAC-SHA512',
  timeHeader: 'x-webhook-timestamp',
  isSigned: (key, body, signature) => isEqual(hmacOf('sha512', key, body), signature.toLowerCase()),
  sharedSecret: ({ WAHA_HMAC_KEY }) => WAHA_HMAC_KEY,
  read(post) {
    const event = eventName(post.event)
    const payload = withoutCodes(event, post)
    const ofConnection = event === 'session.status'
    const of = { event, ...(event === WAHA_MESSAGE.of && { part: partOf(post) }) }
    return { ...of, id: asText(post.id), payload, ofConnection, redacted: payload !== post }
  },
  shortened(payload) {
    const { id = null } = asRecord(asRecord(payload).payload)
    const { kept } = boundFields(asRecord(payload), { slot: 'payload' })
    return { ...kept, payload: { id, oversized: true } }
  },
}

function partOf(post: object): string | null {
  return WAHA_MESSAGE.isPart(post) ? WAHA_MESSAGE.name : null
}
