import { translateWaha } from '@recado/translation/waha/translate'
import type { ConnectionEntry } from '../../registry-entries.ts'
import type { Provider, ProviderCalls, ProviderDeps } from '../provider.ts'
import { NO_PLACE } from '../send-call.ts'
import { clientTable } from './client-table.ts'
import { openGateway, type WahaTarget } from './gateway-client.ts'
import { gatewayCalls, pairingAt, targetOf } from './gateways.ts'
import { wahaHook } from './hook.ts'
import { WAHA_EVENTS, WAHA_MESSAGE } from './native-events.ts'
import { failedRead, readSession } from './read-session.ts'
import { wahaRegistration } from './registration.ts'
import { sampleWahaEvent } from './sample-event.ts'

/** WhatsApp through WAHA servers, the gateways of unofficial numbers. */
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

function open(deps: ProviderDeps): ProviderCalls {
  const clients = clientTable(
    (id) => targetOf(deps, id),
    (target: WahaTarget) => openGateway(deps, target),
  )
  const at = ({ gateway_id }: ConnectionEntry) => clients.of(gateway_id)
  return {
    prepare: async (connection, ...asked) =>
      at(connection)?.prepare(connection, ...asked) ?? NO_PLACE,
    readNumber: async (connection, now) => {
      const client = at(connection)
      if (client === null) return failedRead('no_gateway', 'The gateway is not known here')
      return readSession(client.calls.of(connection), connection, now)
    },
    async ensureSession(connection) {
      const client = at(connection)
      if (client === null) throw new Error('the gateway of the session is not known here')
      await client.ensureSession(connection)
    },
    pairing: pairingAt(at),
    gateways: gatewayCalls(deps, clients),
    close: () => clients.close(),
  }
}
