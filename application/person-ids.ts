import { createHmac } from 'node:crypto'
import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { isUuid } from '@recado/infra/is-uuid'
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
  /** Id of the message of a send with an Idempotency-Key, for which callers take what they have: an order, a phone. */
  keyedMessageId(of: Ids<'account_id' | 'idempotency_key'>): string
  /** Shared by the sends of a conversation that an echo of this text may belong to. */
  echoId(of: Ids<'account_id' | 'conversation_id' | 'text'>): string
  /** Id of a sale that a shop reports; the same for each of its notices. */
  saleId(of: Ids<'account_id' | 'source' | 'external_id'>): string
  /** Id of the stream that says which user has an e-mail address, of whatever account. @param email in lower case */
  userEmailId(email: string): string
  /**
   * What the log stores of a request's id. A client may have put anybody's name or phone into it, so only a uuid stays as
   * it is. @param account_id of the request's facts; null for none
   */
  requestId(of: Ids<'request_id'> & { readonly account_id: string | null }): string
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
    keyedMessageId: ({ account_id, idempotency_key }) =>
      keyedUuid(secretOf(account_id), 'message', idempotency_key),
    echoId: ({ account_id, conversation_id, text }) =>
      keyedUuid(secretOf(account_id), 'echo', conversation_id, text),
    saleId: ({ account_id, source, external_id }) =>
      keyedUuid(secretOf(account_id), 'sale', source, external_id),
    userEmailId: (email) => keyedUuid(secret, 'user e-mail', email),
    requestId({ account_id, request_id }) {
      if (isUuid(request_id)) return request_id.toLowerCase()
      return keyedUuid(account_id === null ? secret : secretOf(account_id), 'request', request_id)
    },
  }
}

/** For a process that must not know the secret: it computes no id. */
export const NO_PERSON_IDS: PersonIds = {
  claimId: withoutSecret,
  keyedMessageId: withoutSecret,
  echoId: withoutSecret,
  saleId: withoutSecret,
  userEmailId: withoutSecret,
  requestId: withoutSecret,
}

function withoutSecret(): never {
  throw new Error('this process does not know the secret of ids')
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
