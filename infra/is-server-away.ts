import { StoreUnavailable } from './event-store/errors.ts'
import { isPostgresUnavailable } from './postgres/unavailable.ts'
import { VaultUnavailable } from './vault/vault.ts'

/** Whether nothing can go on until a server is back, however the work is divided. */
export function isServerAway(error: unknown): boolean {
  return (
    isPostgresUnavailable(error) ||
    error instanceof StoreUnavailable ||
    error instanceof VaultUnavailable
  )
}
