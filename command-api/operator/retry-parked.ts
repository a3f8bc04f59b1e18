import { hasTable } from '@recado/application/status/control-tables'
import { Uuid } from '@recado/contract/ids'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { type Pool, runOn } from '@recado/infra/postgres/run'
import { z } from 'zod'
import { operatorRoute } from '../routing/route.ts'

const Requested = z.object({ data: z.object({ streams: z.int(), intents: z.int() }) })
const RETRY_DESCRIPTION =
  'The processes that follow the log retry it within moments: GET /parked shows what has failed again, and no longer lists the rest.'

/** POST /parked/{id}/retry. A stream is retried from its first parked fact, whichever of its facts the id names. */
export const retryParkedRoute = operatorRoute({
  method: 'POST',
  url: '/parked/:id/retry',
  summary: 'Retry a parked stream or intent',
  description: `${RETRY_DESCRIPTION} The id is the \`event_id\` of the list.`,
  params: z.object({ id: Uuid }),
  problems: [404],
  reply: { 202: Requested },
  async handle({ params }, { pool }) {
    const streams = await requestRetry(pool, 'parked_events', 'id = $1', [params.id])
    const intents = await requestIntentRetry(pool, 'raw_event_id = $1', [params.id])
    if (streams + intents === 0) return nothingParked()
    return { status: 202, body: { data: { streams, intents } }, position: null }
  },
})

export const retryAllParkedRoute = operatorRoute({
  method: 'POST',
  url: '/parked/retry',
  summary: 'Retry everything that is parked',
  description: RETRY_DESCRIPTION,
  reply: { 202: Requested },
  async handle(_, { pool }) {
    const firsts =
      'id in (select distinct on (stream) id from parked_events order by stream, position)'
    const streams = await requestRetry(pool, 'parked_events', firsts)
    const intents = await requestIntentRetry(pool, 'true')
    return { status: 202, body: { data: { streams, intents } }, position: null }
  },
})

/** @returns how many rows now have a request */
async function requestRetry(pool: Pool, table: string, which: string, values: string[] = []) {
  const { rowCount } = await pool.query(
    `update ${table} set retry_asked_at = coalesce(retry_asked_at, now()) where ${which}`,
    values,
  )
  return rowCount ?? 0
}

async function requestIntentRetry(
  pool: Pool,
  which: string,
  values: string[] = [],
): Promise<number> {
  const stands = await hasTable(runOn(pool), 'control.intake_parked')
  return stands ? requestRetry(pool, 'control.intake_parked', which, values) : 0
}

function nothingParked(): HttpProblem {
  return new HttpProblem(
    404,
    'not_found',
    'nothing is parked under this id (any more); give an event_id of GET /parked',
  )
}
