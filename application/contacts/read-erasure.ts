import type { Erasure } from '@recado/contract/erasure'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'

/** The erasure of a contact, as the read models show it; null when there is none. */
export async function readErasure(run: Run, contactId: string): Promise<Erasure | null> {
  const [row] = await run<Erasure>(sql`
    select id as contact_id, case when erased_at is null then 'running' else 'done' end as status,
      requested_at, erased_at, found, left_at_provider, recipients
    from erasures where id = ${contactId}`)
  return row ?? null
}
