import { SecretMissing, type Vault } from './vault.ts'

/** The secret; null when its reference dangles. */
export async function secretOrNull(
  vault: Pick<Vault, 'get'>,
  accountId: string,
  reference: string,
): Promise<string | null> {
  try {
    return await vault.get(accountId, reference)
  } catch (error) {
    if (error instanceof SecretMissing) return null
    throw error
  }
}
