import { isServed } from '@recado/infra/providers/gateway-calls'
import type { Providers } from '@recado/infra/providers/provider'
import type { ConnectionEntry } from '@recado/infra/registry-entries'

/** Whether a session is still to be created for the connection, at a gateway that this installation knows. */
export function awaitsSession(providers: Providers, connection: ConnectionEntry): boolean {
  const provider = providers.get(connection.type)
  if (connection.status !== 'pending' || provider?.ensureSession === undefined) return false
  return isServed(provider.gateways, connection)
}
