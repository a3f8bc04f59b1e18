import type { Bound } from './seal.ts'
import { SecretMissing, type Vault } from './vault.ts'

/** The secret; null when its reference dangles. */
export async function secretOrNull(vault: Pick<Vault, 'get'>, at: Bound): Promise<string | null> {
  try {
    return await vault.get(at)
  } catch (error) {
    if (error instanceof SecretMissing) return null
    throw error
  }
}
