import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'

/** An erasure that is not done; the id is that of what is erased. */
export type OpenErasure = {
  readonly id: string
  readonly account_id: string
  readonly kind: 'contact' | 'user' | 'account'
}

/** Erasures read at a time. */
const MOST = 100

/**
 * The erasures with something to do, the oldest first.
 * @param except those that are not to be begun now: however many they are, they keep no other from being found
 */
export function openErasures(run: Run, except: readonly string[]): Promise<OpenErasure[]> {
  return run<OpenErasure>(sql`
    select id, account_id, kind from erasures
    where id in (
        select id from erasures where erased_at is null or arrived > handled
        union select contact_id from late_facts where arrival is null
        union select id from erased_accounts where not removed)
      and id <> all(${except}::uuid[])
    order by requested_at limit ${MOST}`)
}
