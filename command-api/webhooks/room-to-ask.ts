import { HttpProblem } from '@recado/infra/http/http-problem'
import { type Pool, runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'

/** Deliveries of a webhook that were asked for and wait: more would keep what is new waiting behind them. */
const MOST_WAITING = 200
/** Asked for in a row they stand at the end of the queue, so that nobody looks further. */
const LOOKED_AT = 2 * MOST_WAITING
const AGAIN_SECONDS = 15

/** Why nothing more can be asked for of a connection's webhook just now; null when it can. */
export async function noRoomToAsk(pool: Pool, connectionId: string): Promise<HttpProblem | null> {
  const [row] = await runOn(pool)<{ n: number }>(sql`
    select count(*)::int as n from (
      select origin, status from deliveries
      where connection_id = ${connectionId} and status in ('pending', 'failed')
      order by ordinal desc limit ${LOOKED_AT}) newest
    where origin in ('redelivery', 'test') and status = 'pending'`)
  if ((row?.n ?? 0) < MOST_WAITING) return null
  const message = `${MOST_WAITING} deliveries that were asked for wait for this webhook; ask again when some are through`
  const headers = { 'retry-after': String(AGAIN_SECONDS) }
  return new HttpProblem(429, 'rate_limited', message, { headers })
}
