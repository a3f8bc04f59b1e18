import { hookId } from './hook-id.ts'
import { SecretMissing, type Vault } from './vault.ts'

/** Where the vault keeps what the ends of addresses are derived with, from the first rotation on. */
export const HOOK_KEY = { accountId: 'recado', reference: 'hook-key' } as const

/** What names are derived with. */
export type HookNaming = {
  readonly vault: Pick<Vault, 'get'>
  readonly config: { readonly VAULT_KEY: Buffer; readonly VAULT_KEY_BEFORE: Buffer | null }
}

/**
 * The last part of the address that an app posts to, by its secret. It stays the same when the master key is replaced:
 * the first one goes on naming.
 * @throws what the vault throws when it does not answer
 */
export async function hookName({ vault, config }: HookNaming, secret: string): Promise<string> {
  return hookId(await namingKey(vault, config), secret)
}

async function namingKey(
  vault: HookNaming['vault'],
  config: HookNaming['config'],
): Promise<Buffer> {
  try {
    const kept = await vault.get(HOOK_KEY.accountId, HOOK_KEY.reference)
    return Buffer.from(kept, 'base64')
  } catch (error) {
    if (!(error instanceof SecretMissing)) throw error
    return config.VAULT_KEY_BEFORE ?? config.VAULT_KEY
  }
}
