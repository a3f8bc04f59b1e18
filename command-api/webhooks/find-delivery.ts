import type { Ids } from '@recado/application/ids'
import type { WebhookDelivery } from '@recado/contract/webhook-delivery'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { type Pool, runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'

/** The delivery as the API shows it; null when the account has none with this id. */
export async function findDelivery(
  pool: Pool,
  { account_id, delivery_id }: Ids<'account_id' | 'delivery_id'>,
): Promise<WebhookDelivery | null> {
  const [row] = await runOn(pool)<{ doc: string }>(sql`
    select doc from deliveries where id = ${delivery_id} and ${belongsTo(account_id)}`)
  return row === undefined ? null : JSON.parse(row.doc)
}
