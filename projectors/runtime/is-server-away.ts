import { StoreUnavailable } from '@recado/infra/event-store/errors'
import { isPostgresUnavailable } from '@recado/infra/postgres/unavailable'
import { VaultUnavailable } from '@recado/infra/vault/vault'

/** Whether nothing can go on until a server is back, however the work is divided. */
export function isServerAway(err: unknown): boolean {
  return (
    isPostgresUnavailable(err) || err instanceof StoreUnavailable || err instanceof VaultUnavailable
  )
}
