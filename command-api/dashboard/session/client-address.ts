import { clientAddress as addressOf } from '@recado/infra/http/bounds/client-address'
import type { FastifyRequest } from 'fastify'
import type { CommandDeps } from '../../deps.ts'

/**
 * The address whose attempts are counted: the client's, also behind a trusted proxy. Null when a proxy names none: all
 * clients would then count as one, so that a few of them could shut out all others.
 */
export function clientAddress(
  { raw }: Pick<FastifyRequest, 'raw'>,
  { bounds }: Pick<CommandDeps, 'bounds'>,
): string | null {
  return addressOf(bounds.trustedProxies)(raw)
}
