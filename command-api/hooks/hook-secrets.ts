import type { Registry } from '@recado/application/registry/registry'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { Bound } from '@recado/infra/vault/seal'
import { SecretMissing, type Vault } from '@recado/infra/vault/vault'

/** The secrets that verify the signatures of hooks. */
export type HookSecrets = {
  /**
   * The existing secrets of a connection, from memory once they were read.
   * `unreachable`: the vault did not answer for one of them, so a signature that fits none may still be valid.
   */
  of(connection: ConnectionEntry): Promise<{ secrets: readonly string[]; unreachable: boolean }>
  /** The same without waiting; null unless all of them are in memory. */
  remembered(connection: ConnectionEntry): readonly string[] | null
  /** Reads the secrets of all connections in advance, so that hooks survive an outage of the vault. */
  warm(registry: Pick<Registry, 'connections'>): Promise<void>
}

const MAX_REMEMBERED = 50_000

/**
 * Caches secrets by reference without expiry, because the secret of a reference never changes.
 * @param names the names of the references, such as `app_secret`, including the one of a replaced secret
 */
export function hookSecrets(vault: Pick<Vault, 'get'>, names: readonly string[]): HookSecrets {
  const remembered = new Map<string, string>()
  const running = new Map<string, Promise<string | null>>()

  function read({ account_id, reference }: Bound): Promise<string | null> {
    const known = remembered.get(reference)
    if (known !== undefined) return Promise.resolve(known)
    const shared = running.get(reference)
    if (shared !== undefined) return shared
    const started = get({ account_id, reference }).finally(() => running.delete(reference))
    running.set(reference, started)
    return started
  }

  async function get(at: Bound): Promise<string | null> {
    try {
      const secret = await vault.get(at)
      if (remembered.size >= MAX_REMEMBERED) remembered.clear()
      remembered.set(at.reference, secret)
      return secret
    } catch (error) {
      if (error instanceof SecretMissing) return null
      throw error
    }
  }

  async function of(connection: ConnectionEntry) {
    const references = names.flatMap((name) => connection.secret_refs[name] ?? [])
    const outcomes = await Promise.allSettled(
      references.map((reference) => read({ account_id: connection.account_id, reference })),
    )
    return {
      secrets: outcomes.flatMap((o) => (o.status === 'fulfilled' && o.value ? [o.value] : [])),
      unreachable: outcomes.some(({ status }) => status === 'rejected'),
    }
  }

  return {
    of,
    remembered(connection) {
      const secrets: string[] = []
      for (const name of names) {
        const reference = connection.secret_refs[name]
        if (reference === undefined) continue
        const secret = remembered.get(reference)
        if (secret === undefined) return null
        secrets.push(secret)
      }
      return secrets
    },
    async warm(registry) {
      for (const connection of registry.connections()) await of(connection)
    },
  }
}
