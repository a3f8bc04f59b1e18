import { hasTable } from '@recado/application/status/control-tables'
import { type Pool, runOn } from '@recado/infra/postgres/run'
import { z } from 'zod'
import { operatorRoute } from '../routing/route.ts'

const MAX_LISTED = 200

const ParkedRecord = z.object({
  kind: z.enum(['fact', 'intent']),
  event_id: z.uuid(),
  stream: z.string().nullable(),
  type: z.string().nullable(),
  intent: z.int().nullable(),
  position: z.string(),
  error: z.string(),
  parked_at: z.string(),
  retry_asked_at: z.string().nullable(),
  retried_at: z.string().nullable(),
})
type ParkedRecord = z.output<typeof ParkedRecord>

export const listParkedRoute = operatorRoute({
  method: 'GET',
  url: '/parked',
  summary: 'List what could not be applied or recorded',
  description: `The oldest ${MAX_LISTED} of each kind. A fact waits, with the later facts of its stream, until the read models are
    built again or until POST /parked/{id}/retry; an intent of a raw event waits for the same, or for the next start.
    \`retried_at\` says when a retry failed; what succeeded is no longer listed.`,
  reply: { 200: z.object({ data: z.array(ParkedRecord), total: z.int() }) },
  async handle(_, { pool }) {
    const facts = await parkedFacts(pool)
    const intents = await parkedIntents(pool)
    const body = { data: [...facts.data, ...intents.data], total: facts.total + intents.total }
    return { status: 200, body, position: null }
  },
})

type Found = { readonly data: readonly ParkedRecord[]; readonly total: number }

async function parkedFacts(pool: Pool): Promise<Found> {
  const { rows: data } = await pool.query<ParkedRecord>(
    `select 'fact' as kind, id as event_id, stream, type, null::int as intent, position::text, error,
        parked_at, retry_asked_at, retried_at
      from parked_events p order by p.position limit ${MAX_LISTED}`,
  )
  return { data, total: await countOf(pool, 'parked_events') }
}

async function parkedIntents(pool: Pool): Promise<Found> {
  if (!(await hasTable(runOn(pool), 'control.intake_parked'))) return { data: [], total: 0 }
  const { rows: data } = await pool.query<ParkedRecord>(
    `select 'intent' as kind, raw_event_id as event_id, null as stream, null as type, intent, position::text, error,
        parked_at, retry_asked_at, retried_at
      from control.intake_parked p order by p.position, p.intent limit ${MAX_LISTED}`,
  )
  return { data, total: await countOf(pool, 'control.intake_parked') }
}

async function countOf(pool: Pool, table: string): Promise<number> {
  const { rows } = await pool.query(`select count(*)::int as n from ${table}`)
  return rows[0].n
}
