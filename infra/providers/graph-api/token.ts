import type { ConnectionEntry } from '../../registry-entries.ts'
import { SecretMissing, type Vault } from '../../vault/vault.ts'

export type Token = { kind: 'found'; value: string } | { kind: 'missing' } | { kind: 'away' }

export async function tokenOf(
  vault: Pick<Vault, 'get'>,
  { account_id, phone_number_id, secret_refs }: ConnectionEntry,
): Promise<Token> {
  const reference = secret_refs.token
  if (reference === undefined || phone_number_id === null) return { kind: 'missing' }
  try {
    return { kind: 'found', value: await vault.get({ account_id, reference }) }
  } catch (error) {
    return { kind: error instanceof SecretMissing ? 'missing' : 'away' }
  }
}
