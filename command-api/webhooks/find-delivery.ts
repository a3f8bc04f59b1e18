import type { WebhookDelivery } from '@recado/contract/webhook-delivery'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { type Pool, runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'

export async function findDelivery(
  pool: Pool,
  accountId: string,
  id: string,
): Promise<WebhookDelivery | null> {
  const [row] = await runOn(pool)<{ doc: string }>(sql`
    select doc from deliveries where id = ${id} and ${belongsTo(accountId)}`)
  return row === undefined ? null : JSON.parse(row.doc)
}
