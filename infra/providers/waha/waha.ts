import { translateWaha } from '@recado/translation/waha/translate'
import type { ConnectionEntry } from '../../registry-entries.ts'
import type { Provider, ProviderCalls, ProviderDeps } from '../provider.ts'
import { ensureSession } from './ensure-session.ts'
import { wahaHook } from './hook.ts'
import { WAHA_EVENTS, WAHA_MESSAGE } from './native-events.ts'
import { wahaPairing } from './pairing.ts'
import { prepareSend } from './prepare-send.ts'
import { readSession } from './read-session.ts'
import { wahaRegistration } from './registration.ts'
import { sampleWahaEvent } from './sample-event.ts'
import { sessionOrder } from './session-order.ts'
import { connectWaha, type WahaClient } from './waha-client.ts'

/** Shorter for pairing: a person waits at a screen. */
const PAIRING_TIMEOUT_MS = 8_000
const PAIRING_CONNECTIONS = 16

/** WhatsApp through a WAHA server, the gateway of unofficial numbers. Without a server it has no abilities. */
export const waha: Provider = {
  type: 'freemium',
  capabilities: { provider: 'freemium', message_types: ['text'], actions: ['send'] },
  nativeEvents: WAHA_EVENTS,
  partialEvent: WAHA_MESSAGE,
  sampleEvent: sampleWahaEvent,
  registration: wahaRegistration,
  hook: wahaHook,
  translate: translateWaha,
  // An unofficial number that sends faster risks a ban.
  sends: { perSecond: 1, reachesBy: 'lid', onlyConnected: true, echoesByText: true },
  open,
}

function open({ config, vault, chats }: ProviderDeps): ProviderCalls {
  const { WAHA_URL: baseUrl, WAHA_API_KEY: apiKey, PROVIDER_TIMEOUT_MS: timeoutMs } = config
  if (baseUrl === null) return { close: async () => undefined }
  const client = connectWaha({ baseUrl, apiKey, timeoutMs })
  // A separate pool: calls for codes never delay a send.
  const pairingClient = connectWaha({
    ...{ baseUrl, apiKey, connections: PAIRING_CONNECTIONS },
    timeoutMs: Math.min(timeoutMs, PAIRING_TIMEOUT_MS),
  })
  const ensure = (through: WahaClient) => async (connection: ConnectionEntry) =>
    ensureSession(through.of(connection), await sessionOrder({ config, vault }, connection))
  return {
    prepare: prepareSend(client, chats),
    readNumber: (connection, at) => readSession(client.of(connection), connection, at),
    ensureSession: ensure(client),
    pairing: wahaPairing(pairingClient, ensure(pairingClient)),
    async close() {
      await Promise.all([client.close(), pairingClient.close()])
    },
  }
}
