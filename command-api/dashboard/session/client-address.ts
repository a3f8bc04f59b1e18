import { clientAddress as addressOf } from '@recado/infra/http/bounds/client-address'
import type { FastifyRequest } from 'fastify'
import type { CommandDeps } from '../../deps.ts'

/**
 * The client's address, also behind a trusted proxy: its attempts are counted. Null when a proxy names none, because all
 * clients would count as one, and a few of them could lock out all others.
 */
export function clientAddress(
  { raw }: Pick<FastifyRequest, 'raw'>,
  { bounds }: Pick<CommandDeps, 'bounds'>,
): string | null {
  return addressOf(bounds.trustedProxies)(raw)
}
