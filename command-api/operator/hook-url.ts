import { Connection } from '@recado/contract/connection'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { hookId } from '@recado/infra/vault/hook-id'
import { SecretMissing } from '@recado/infra/vault/vault'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CommandDeps } from '../deps.ts'

/** A connection as the operator sees it. */
export const OperatorConnection = z.object({
  ...Connection.shape,
  hook_url: z
    .string()
    .nullable()
    .describe('Where its provider posts; null when its app secret is lost and must be replaced.'),
})
export type OperatorConnection = z.output<typeof OperatorConnection>

/**
 * Where a connection's provider posts, as it reaches us: by PUBLIC_URL, or as this request came.
 * @param of.hook end of the address of an official connection
 */
export function hookUrl(
  { config }: Pick<CommandDeps, 'config'>,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  { id, type, hook }: Pick<ConnectionEntry, 'id' | 'type'> & { readonly hook: string | null },
): string | null {
  const base = config.PUBLIC_URL ?? `${protocol}://${host}`
  if (type === 'freemium') return `${base}/hooks/waha/${id}`
  return hook === null ? null : `${base}/hooks/whatsapp/${hook}`
}

/** Ends of the addresses at which a connection's app may post; of facts that name none, by its secret. */
export async function hooksOf(
  { config, vault }: Pick<CommandDeps, 'config' | 'vault'>,
  { account_id, hooks, secret_refs }: ConnectionEntry,
): Promise<readonly string[]> {
  const reference = secret_refs.app_secret
  if (hooks.length > 0 || reference === undefined) return hooks
  try {
    return [hookId(config.VAULT_KEY, await vault.get(account_id, reference))]
  } catch (error) {
    if (error instanceof SecretMissing) return []
    throw error
  }
}
