import type { Config } from '@recado/infra/config'
import { connectEventStore, type Log } from '@recado/infra/event-store/eventstoredb'
import { openVault } from '@recado/infra/vault/open-vault'

/** The log of a product, whose facts are sealed and opened with the keys of its vault. */
export function keyedLog(
  config: Pick<
    Config,
    'EVENTSTORE_URL' | 'VAULT_URL' | 'VAULT_KEY' | 'VAULT_KEY_BEFORE' | 'FACT_KEYS'
  >,
): Log {
  const vault = openVault(config)
  const log = connectEventStore(config.EVENTSTORE_URL, { keys: vault.factKeys })
  const close = async () => {
    await log.store.close()
    await vault.close()
  }
  return { ...log, store: { ...log.store, close } }
}
