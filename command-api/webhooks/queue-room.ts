import { type HttpProblem, rateLimited } from '@recado/infra/http/http-problem'
import { type Pool, runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'

/** How many requested deliveries may wait for a webhook: with more, new events would wait too long for their turn. */
export const MAX_WAITING_DELIVERIES = 200
/** Requested deliveries are enqueued last, so only this many at the end of the queue are counted. */
const MAX_COUNTED_DELIVERIES = 2 * MAX_WAITING_DELIVERIES
const RETRY_AFTER_S = 15

/** 429 when too many requested deliveries wait for a connection's webhook; else null. */
export async function queueFullProblem(
  pool: Pool,
  connectionId: string,
): Promise<HttpProblem | null> {
  const [row] = await runOn(pool)<{ n: number }>(sql`
    select count(*)::int as n from (
      select origin, status from deliveries
      where connection_id = ${connectionId} and status in ('pending', 'failed')
      order by ordinal desc limit ${MAX_COUNTED_DELIVERIES}) newest
    where origin in ('redelivery', 'test') and status = 'pending'`)
  if ((row?.n ?? 0) < MAX_WAITING_DELIVERIES) return null
  const message = `${MAX_WAITING_DELIVERIES} requested deliveries already wait for this webhook; try again when some are done`
  return rateLimited(message, RETRY_AFTER_S)
}
