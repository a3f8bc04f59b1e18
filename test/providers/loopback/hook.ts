import { asText } from '@recado/domain/provider-event/loose-json'
import { eventName } from '@recado/infra/providers/event-name'
import type { ConnectionHook } from '@recado/infra/providers/hook'
import { hmacOf, isEqual } from '@recado/infra/providers/signed-body'

/** The network posts to an address per number, signed with the number's key. */
export const loopHook: ConnectionHook = {
  speaksFor: 'connection',
  path: 'loopback',
  header: 'x-loop-signature',
  form: /^[0-9a-f]{64}$/,
  credentials: ['loop_key'],
  scheme: 'HMAC-SHA256',
  timeHeader: 'x-loop-time',
  isSigned: (key, body, signature) => isEqual(hmacOf('sha256', key, body), signature),
  sharedSecret: () => null,
  read: (post) => ({
    event: eventName(post.event),
    id: asText(post.event_id),
    payload: post,
    ofConnection: false,
    redacted: false,
  }),
  shortened: () => ({ oversized: true }),
}
