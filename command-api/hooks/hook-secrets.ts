import type { Registry } from '@recado/application/registry/registry'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { SecretMissing, type Vault } from '@recado/infra/vault/vault'

/** Secrets that hooks verify signatures with. */
export type HookSecrets = {
  /**
   * The connection's secrets under these names, those that exist. Once read they need no vault any more.
   * `unreachable`: the vault did not answer for one of them, so a signature that fits none proves nothing.
   */
  of(connection: ConnectionEntry): Promise<{ secrets: readonly string[]; unreachable: boolean }>
  /** The same without a wait, where all of them were read before. */
  remembered(connection: ConnectionEntry): readonly string[] | null
  /** Reads what it can before the first hook comes, so that an outage of the vault stops nothing later. */
  warm(registry: Pick<Registry, 'connections'>): Promise<void>
}

const MAX_REMEMBERED = 50_000

/**
 * Remembers secrets by reference for good: a reference's secret never changes.
 * @param names of the references, such as `app_secret`; a replaced secret stands beside the new one
 */
export function hookSecrets(vault: Pick<Vault, 'get'>, names: readonly string[]): HookSecrets {
  const remembered = new Map<string, string>()

  async function read(accountId: string, reference: string): Promise<string | null> {
    const known = remembered.get(reference)
    if (known !== undefined) return known
    try {
      const secret = await vault.get(accountId, reference)
      if (remembered.size >= MAX_REMEMBERED) remembered.clear()
      remembered.set(reference, secret)
      return secret
    } catch (error) {
      if (error instanceof SecretMissing) return null
      throw error
    }
  }

  async function of(connection: ConnectionEntry) {
    const references = names.flatMap((name) => connection.secret_refs[name] ?? [])
    const outcomes = await Promise.allSettled(
      references.map((reference) => read(connection.account_id, reference)),
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
