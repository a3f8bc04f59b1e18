import type { AppHook } from '../hook.ts'
import { hmacOf, isEqual } from '../signed-body.ts'

/** Meta's webhooks, signed with `sha256=` and the lower-case hex HMAC-SHA256 of the raw body under the app secret. */
export const graphHook: AppHook = {
  speaksFor: 'app',
  path: 'whatsapp',
  header: 'x-hub-signature-256',
  form: /^sha256=[0-9a-f]{64}$/,
  credentials: ['app_secret', 'app_secret_previous'],
  isSigned: (secret, body, signature) =>
    isEqual(`sha256=${hmacOf('sha256', secret, body)}`, signature),
}
