import { hookId } from './hook-id.ts'
import { INSTALLATION } from './installation.ts'
import { SecretMissing, type Vault } from './vault.ts'

/** Where the vault keeps the key that hook addresses are derived with, from the first rotation on. */
export const HOOK_KEY = { account_id: INSTALLATION, reference: 'hook-key' } as const

export type HookNaming = {
  readonly vault: Pick<Vault, 'get'>
  readonly config: { readonly VAULT_KEY: Buffer; readonly VAULT_KEY_BEFORE: Buffer | null }
}

/** The last part of an app's hook address. It survives rotations: the first master key continues to derive it. */
export async function hookName({ vault, config }: HookNaming, secret: string): Promise<string> {
  return hookId(await namingKey(vault, config), secret)
}

async function namingKey(
  vault: HookNaming['vault'],
  config: HookNaming['config'],
): Promise<Buffer> {
  try {
    const kept = await vault.get(HOOK_KEY)
    return Buffer.from(kept, 'base64')
  } catch (error) {
    if (!(error instanceof SecretMissing)) throw error
    return config.VAULT_KEY_BEFORE ?? config.VAULT_KEY
  }
}
