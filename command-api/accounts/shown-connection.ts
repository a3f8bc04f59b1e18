import type { Connection } from '@recado/contract/connection'
import type { OperatorConnection } from '@recado/contract/operator-connection'
import { providerOf } from '@recado/infra/providers/provider-of'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { hookName } from '@recado/infra/vault/hook-name'
import { SecretMissing } from '@recado/infra/vault/vault'
import type { FastifyRequest } from 'fastify'
import type { CommandDeps } from '../deps.ts'

/**
 * A connection as the operator sees it, with its hook's address.
 * @param entry.hook the last part of the app's hook address, for a provider that posts to apps
 */
export function shownConnection(
  { config, providers }: Pick<CommandDeps, 'config' | 'providers'>,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  entry: Omit<Connection, 'capabilities'> & {
    readonly hook: string | null
    readonly gateway_id: string | null
    readonly released?: boolean
  },
): OperatorConnection {
  const { id, type, status, phone_number, phone_number_digits, gateway_id } = entry
  const { hook, capabilities: can } = providerOf(providers, type)
  const own = hook.speaksFor === 'app' ? entry.hook : id
  const end = entry.released ? null : own
  // Without PUBLIC_URL, the address of this request is the best guess.
  const base = config.PUBLIC_URL ?? `${protocol}://${host}`
  const hook_url = end === null ? null : `${base}/hooks/${hook.path}/${end}`
  const capabilities = { ...can, message_types: [...can.message_types], actions: [...can.actions] }
  const shown = { id, type, status, phone_number, phone_number_digits, capabilities }
  return { ...shown, gateway_id, hook_url }
}

/** The last parts of the hook addresses of a connection's app; derived from the secret when older facts name none. */
export async function hooksOf(
  deps: Pick<CommandDeps, 'config' | 'vault'>,
  { account_id, hooks, secret_refs }: ConnectionEntry,
): Promise<readonly string[]> {
  const reference = secret_refs.app_secret
  if (hooks.length > 0 || reference === undefined) return hooks
  try {
    return [await hookName(deps, await deps.vault.get({ account_id, reference }))]
  } catch (error) {
    if (error instanceof SecretMissing) return []
    throw error
  }
}
