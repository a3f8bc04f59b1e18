import type pg from 'pg'
import type { Config } from '../config.ts'
import { postgresVault } from './postgres-vault.ts'
import type { Vault } from './vault.ts'

export function openVault(
  config: Pick<Config, 'VAULT_URL' | 'VAULT_KEY' | 'VAULT_KEY_BEFORE'> &
    Partial<Pick<Config, 'FACT_KEYS'>>,
  options: { watch?: (pool: pg.Pool) => void; answerMs?: number } = {},
): Vault {
  const { VAULT_URL: url, VAULT_KEY: masterKey, VAULT_KEY_BEFORE: keyBefore } = config
  return postgresVault({
    url,
    masterKey,
    keyBefore,
    sharing: config.FACT_KEYS ?? 'shared',
    ...options,
  })
}
