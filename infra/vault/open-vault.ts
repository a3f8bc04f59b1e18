import type pg from 'pg'
import type { Config } from '../config.ts'
import { postgresVault } from './postgres-vault.ts'
import type { Vault } from './vault.ts'

/** The vault that the settings lead to. @param watch is given the connections, to measure them */
export function openVault(
  config: Pick<Config, 'VAULT_URL' | 'VAULT_KEY' | 'VAULT_KEY_BEFORE'>,
  watch: (pool: pg.Pool) => void = () => undefined,
): Vault {
  const { VAULT_URL: url, VAULT_KEY: masterKey, VAULT_KEY_BEFORE: keyBefore } = config
  return postgresVault({ url, masterKey, keyBefore, watch })
}
