import { randomBytes } from 'node:crypto'
import { INSTALLATION } from '@recado/infra/vault/installation'
import type { Vault } from '@recado/infra/vault/vault'

/**
 * The seed of a key that signs checkpoints. The vault has it, so that whoever changes the log cannot sign; it is made at
 * the first use. All trees share a key, under names of their own.
 * @throws VaultUnavailable, SecretMissing
 */
export async function sealKey(vault: Pick<Vault, 'keepFirst'>, number: number): Promise<Buffer> {
  const at = { account_id: INSTALLATION, reference: `seal-key-${number}` }
  return Buffer.from(await vault.keepFirst(at, randomBytes(32).toString('base64')), 'base64')
}
