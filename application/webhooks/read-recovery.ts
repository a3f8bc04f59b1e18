import type { WebhookRecovery } from '@recado/contract/webhook-recovery'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'

export async function readRecovery(
  run: Run,
  accountId: string,
  id: string,
): Promise<WebhookRecovery | null> {
  const [row] = await run<WebhookRecovery>(sql`
    select id, connection_id, since, status, found, enqueued from delivery_recoveries
    where id = ${id} and ${belongsTo(accountId)}`)
  return row ?? null
}
