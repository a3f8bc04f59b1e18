import { LRUCache } from 'lru-cache'
import { DIVIDED_PART, type EqualShares, equalShares } from './equal-shares.ts'
import type { Shares } from './shared-slots.ts'

/** Whose work it is. */
export type Tenant = {
  readonly account_id: string
  /** Of the connection, or of whatever else shares the account's part with others of its kind. */
  readonly id: string
}

/** Accounts whose last turn is remembered; a forgotten one is served first. */
const MAX_REMEMBERED = 10_000

type Account = {
  readonly shares: EqualShares
  readonly connections: Map<string, number>
  underWay: number
}

type Sharing = {
  /** An account may exceed its share while less than this is under way in all; by default, what one alone may have. */
  readonly lent?: number
  /** The least number of accounts among which the capacity is divided, seen from this account; one by default. */
  readonly sharersBeside?: (accountId: string) => number
  /** Whether an account with nothing under way may always begin, also where the capacity is used up. */
  readonly oneAlways?: boolean
}

/**
 * Equal shares among accounts, and within an account among its connections. An account with many connections gets no more
 * than one with a single connection.
 */
export function tenantShares(
  capacity: number,
  { lent, sharersBeside, oneAlways = false }: Sharing = {},
): Shares<Tenant> {
  const all = equalShares(capacity, lent)
  const accounts = new Map<string, Account>()
  /** The turn in which work of an account began last: an account with many waiting connections has one turn in all. */
  const latest = new LRUCache<string, number>({ max: MAX_REMEMBERED })
  let turns = 0
  const accountOf = ({ account_id }: Tenant) => accounts.get(account_id) ?? idle(capacity)
  const countOf = (account: Account, { id }: Tenant) => account.connections.get(id) ?? 0
  return {
    keyOf: ({ account_id, id }) => `${account_id} ${id}`,
    mayBegin(tenant) {
      const account = accountOf(tenant)
      if (oneAlways && account.underWay === 0) return true
      if (!account.shares.mayBegin(countOf(account, tenant))) return false
      return all.mayBegin(account.underWay, sharersBeside?.(tenant.account_id))
    },
    began(tenant) {
      const account = accountOf(tenant)
      const count = countOf(account, tenant) + 1
      accounts.set(tenant.account_id, account)
      latest.set(tenant.account_id, ++turns)
      account.connections.set(tenant.id, count)
      account.underWay += 1
      all.began(account.underWay)
      account.shares.began(count)
    },
    ended(tenant) {
      const account = accountOf(tenant)
      const count = countOf(account, tenant) - 1
      if (count === 0) account.connections.delete(tenant.id)
      else account.connections.set(tenant.id, count)
      account.underWay -= 1
      if (account.underWay === 0) accounts.delete(tenant.account_id)
      all.ended(account.underWay)
      account.shares.ended(count)
    },
    isBefore(one, other) {
      const [mine, its] = [accountOf(one), accountOf(other)]
      if (mine.underWay !== its.underWay) return mine.underWay < its.underWay
      if (one.account_id === other.account_id) return countOf(mine, one) < countOf(its, other)
      return (latest.get(one.account_id) ?? 0) < (latest.get(other.account_id) ?? 0)
    },
  }
}

/** An account with nothing under way. It may have what one account alone may have; its connections divide that. */
function idle(capacity: number): Account {
  const most = Math.max(1, Math.floor(capacity * DIVIDED_PART))
  return { shares: equalShares(most), connections: new Map(), underWay: 0 }
}
