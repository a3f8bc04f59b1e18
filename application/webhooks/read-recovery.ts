import type { WebhookRecovery } from '@recado/contract/webhook-recovery'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import type { Ids } from '../ids.ts'

/** The recovery as the API shows it; null when the account has none with this id. */
export async function readRecovery(
  run: Run,
  { account_id, recovery_id }: Ids<'account_id' | 'recovery_id'>,
): Promise<WebhookRecovery | null> {
  const [row] = await run<WebhookRecovery>(sql`
    select id, connection_id, since, status, found, enqueued from delivery_recoveries
    where id = ${recovery_id} and ${belongsTo(account_id)}`)
  return row ?? null
}
