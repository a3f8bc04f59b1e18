import type { ConnectionEntry } from '../../registry-entries.ts'
import { INSTALLATION } from '../../vault/installation.ts'
import type { GatewayCalls } from '../gateway-calls.ts'
import type { PairingCalls } from '../pairing-calls.ts'
import type { ProviderDeps } from '../provider.ts'
import type { ClientTable } from './client-table.ts'
import { endSession } from './end-session.ts'
import type { GatewayClient, WahaTarget } from './gateway-client.ts'
import { noAnswer } from './pairing.ts'
import { probeGateway } from './probe.ts'

type TargetDeps = Pick<ProviderDeps, 'config' | 'vault' | 'gateways'>

/** Where a gateway is called, and its key. @returns null for one that is not known here */
export function targetOf(
  { config, vault, gateways }: TargetDeps,
  gatewayId: string | null,
): WahaTarget | null {
  const { WAHA_URL, WAHA_API_KEY } = config
  if (gatewayId === null)
    return WAHA_URL === null
      ? null
      : { address: WAHA_URL, key: null, apiKey: async () => WAHA_API_KEY }
  const { address = null, secret_refs = {} } = gateways.gateway(gatewayId) ?? {}
  const reference = secret_refs.api_key ?? null
  if (address === null) return null
  const apiKey = async () =>
    reference === null ? null : vault.get({ account_id: INSTALLATION, reference })
  return { address, key: reference, apiKey }
}

export function gatewayCalls(
  deps: TargetDeps,
  clients: Pick<ClientTable<GatewayClient>, 'of'>,
): GatewayCalls {
  const has = (id: string | null) => targetOf(deps, id) !== null
  return {
    has,
    ids: () => [null, ...[...deps.gateways.gateways()].map(({ id }) => id)].filter(has),
    async probe(id) {
      // A vault that does not give the key says nothing of the gateway.
      await targetOf(deps, id)?.apiKey()
      const client = clients.of(id)
      return client === null ? 'unreachable' : probeGateway(client.pairingCalls)
    },
    async endSession(connection, id) {
      const client = clients.of(id)
      if (client === null) return unknownGateway()
      return endSession(client.pairingCalls.of(connection), connection.session ?? '')
    },
  }
}

/** The pairing of each number at its own gateway. */
export function pairingAt(
  at: (connection: ConnectionEntry) => Pick<GatewayClient, 'pairing'> | null,
): PairingCalls {
  return {
    read: async (connection) =>
      at(connection)?.pairing.read(connection) ?? {
        ...{ session_status: null, qr: null },
        reason: 'unreachable',
      },
    act: async (connection, action) =>
      at(connection)?.pairing.act(connection, action) ?? unknownGateway(),
    requestCode: async (connection, phone) =>
      at(connection)?.pairing.requestCode(connection, phone) ?? unknownGateway(),
  }
}

function unknownGateway() {
  return noAnswer('The gateway is not known here')
}
