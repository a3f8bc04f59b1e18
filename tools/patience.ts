import { backoff } from '@recado/infra/concurrency/backoff'
import { sleep } from '@recado/infra/concurrency/sleep'
import type { Config } from '@recado/infra/config'
import { DEADLINES } from '@recado/infra/deadlines'
import { isPostgresAway } from '@recado/infra/postgres/unavailable'
import { openVault } from '@recado/infra/vault/open-vault'
import { type Vault, VaultKeyUnknown, VaultUnavailable } from '@recado/infra/vault/vault'
import type pg from 'pg'

// A tool begins anew after a failure, and may be hours into its work: it waits longer for a server than a request may,
// and goes on reading where it was when the server is back.

const MAX_PAUSE_MS = 2_000

/** The vault, read with a tool's patience. */
export function openPatientVault(
  config: Pick<Config, 'VAULT_URL' | 'VAULT_KEY' | 'VAULT_KEY_BEFORE'>,
): Vault {
  const vault = openVault(config, { answerMs: DEADLINES.tool })
  const { factKeys } = vault
  return {
    ...vault,
    get: (at) => patiently(() => vault.get(at)),
    factKeys: {
      ...factKeys,
      find(kid) {
        const key = factKeys.find(kid)
        return key instanceof Promise ? patiently(() => factKeys.find(kid), key) : key
      },
    },
  }
}

/** Connections that only read, each statement with a tool's patience. */
export function patientPool(pool: Pick<pg.Pool, 'query'>): Pick<pg.Pool, 'query'> {
  const query = (...given: Parameters<pg.Pool['query']>) => patiently(() => pool.query(...given))
  return { query: query as unknown as pg.Pool['query'] }
}

/** Repeats a read while its server is away. @param first its first attempt, where that has begun already */
async function patiently<T>(read: () => T | Promise<T>, first?: Promise<T>): Promise<T> {
  const end = performance.now() + DEADLINES.tool
  for (let retry = 0; ; retry++) {
    try {
      return await (retry === 0 && first !== undefined ? first : read())
    } catch (error) {
      if (!isAway(error) || performance.now() > end) throw error
      await sleep(backoff(retry, MAX_PAUSE_MS))
    }
  }
}

/** Whether a server may be back soon; a wrong key is no such thing. */
function isAway(error: unknown): boolean {
  if (error instanceof VaultUnavailable) return !(error instanceof VaultKeyUnknown)
  return isPostgresAway(error)
}
