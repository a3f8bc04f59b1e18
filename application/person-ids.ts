import { createHmac } from 'node:crypto'
import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { keyedUuid } from '@recado/infra/keyed-uuid'
import type { Ids } from './ids.ts'
import { openLruCache } from './open-lru-cache.ts'

/**
 * The ids that are computed from what can be guessed about a person. They are keyed: whoever has the stream of facts, but
 * not the vault, cannot try phones or e-mails until an id fits.
 */
export type PersonIds = {
  /** Id of a claim's stream, and of its row in `contact_identities`. */
  claimId(of: Ids<'account_id' | 'match_key'> & { readonly kind: IdentityKind }): string
}

const MAX_CACHED_ACCOUNTS = 10_000

/**
 * Each account has a secret of its own, so that one account's ids say nothing of another's. What stands first in an id
 * separates the kinds of ids; never change it, or what is stored would no longer be found.
 * @param secret of the installation, which the vault keeps
 */
export function personIds(secret: Buffer): PersonIds {
  const secretOf = accountSecrets(secret)
  return {
    claimId: ({ account_id, kind, match_key }) =>
      keyedUuid(secretOf(account_id), 'claim', kind, match_key),
  }
}

function accountSecrets(secret: Buffer): (accountId: string) => Buffer {
  const known = openLruCache<Buffer>(MAX_CACHED_ACCOUNTS)
  return (accountId) => {
    const cached = known.get(accountId)
    if (cached !== undefined) return cached
    const own = createHmac('sha256', secret).update(accountId).digest()
    known.set(accountId, own)
    return own
  }
}
