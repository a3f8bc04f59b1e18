import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import type { Ids } from '../ids.ts'

/** A webhook, and an address of it, where data about a person was delivered. */
export type Recipient = Ids<'webhook_id'> & {
  readonly target_url: string
  readonly delivered: number
  readonly first_at: string
  readonly last_at: string
}

/** To whom data about the person was delivered: GDPR art. 15 (1) (c) and art. 19 ask for it. */
export function recipientsOf(contactIds: readonly string[], run: Run): Promise<Recipient[]> {
  return run<Recipient>(sql`
    select d.webhook_id, d.target_url, count(*)::integer as delivered, min(d.delivered_at) as first_at,
      max(d.delivered_at) as last_at
    from conversations talk join deliveries d on d.conversation_id = talk.id
    where talk.contact_id = any(${contactIds}::uuid[]) and d.delivered_at is not null
    group by d.webhook_id, d.target_url order by d.target_url, d.webhook_id`)
}
