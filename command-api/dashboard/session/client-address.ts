import { clientAddresses } from '@recado/infra/http/bounds/client-address'
import type { FastifyRequest } from 'fastify'
import type { CommandDeps } from '../../deps.ts'

/** The address whose attempts are counted: the client's, also behind a trusted proxy. */
export function clientAddress(
  { raw }: Pick<FastifyRequest, 'raw'>,
  { bounds }: Pick<CommandDeps, 'bounds'>,
): string {
  const addresses = clientAddresses(bounds.trustedProxies)
  return addresses.ofPeer(raw.socket.remoteAddress) ?? addresses.ofForwarded(raw) ?? 'unknown'
}
