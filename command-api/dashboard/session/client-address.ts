import { clientAddresses } from '@recado/infra/http/bounds/client-address'
import type { FastifyRequest } from 'fastify'
import type { CommandDeps } from '../../deps.ts'

/** For whom a try counts: the address of the client, behind a gateway that we trust too. */
export function clientAddress(
  { raw }: Pick<FastifyRequest, 'raw'>,
  { bounds }: Pick<CommandDeps, 'bounds'>,
): string {
  const addresses = clientAddresses(bounds.trustedProxies)
  return addresses.ofPeer(raw.socket.remoteAddress) ?? addresses.ofForwarded(raw) ?? 'unknown'
}
