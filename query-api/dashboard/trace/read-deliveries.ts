import { attemptFactId } from '@recado/application/ids'
import type { Placed } from '@recado/application/trace/message-steps'
import type { TraceStep } from '@recado/contract/dashboard/trace'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'

/** A delivery about a message. */
export type DeliveryRow = {
  readonly id: string
  readonly event: string
  readonly event_id: string
  readonly status: string
  readonly attempts: number
  readonly last_status: number | null
  readonly target_url: string
  readonly created_at: string
}

type AttemptRow = {
  readonly delivery_id: string
  readonly attempt: number
  readonly attempted_at: string
  readonly http_status: number | null
  readonly took_ms: number
  readonly outcome: string
  readonly next_at: string | null
  readonly answer_excerpt: string | null
}

export const MOST_DELIVERIES = 100
const MOST_ATTEMPTS = 40

export function deliveriesOf(
  message: { readonly message_id: string; readonly conversation_id: string },
  accountId: string,
  run: Run,
): Promise<DeliveryRow[]> {
  return run<DeliveryRow>(sql`
    select id, event, event_id, status, attempts, last_status, target_url, created_at from deliveries
    where conversation_id = ${message.conversation_id} and message_id = ${message.message_id}
      and account_id = ${accountId}
    order by position, id limit ${MOST_DELIVERIES}`)
}

/** The deliveries and their attempts as steps. The ids of attempts are derived from the delivery's. */
export async function deliverySteps(
  deliveries: readonly DeliveryRow[],
  run: Run,
): Promise<Placed<TraceStep>[]> {
  const ids = deliveries.flatMap(({ id, attempts }) =>
    Array.from({ length: Math.min(attempts, MOST_ATTEMPTS) }, (_, n) =>
      attemptFactId(id, 'DeliveryAttempted', n + 1),
    ),
  )
  const attempts = await run<AttemptRow>(sql`
    select delivery_id, attempt, attempted_at, http_status, took_ms, outcome, next_at, answer_excerpt
    from delivery_attempts where id = any(${ids}) order by attempted_at, attempt`)
  const events = new Map(deliveries.map(({ id, event }) => [id, event]))
  return [
    ...deliveries.map(enqueued),
    ...attempts.map((row) => posted(row, events.get(row.delivery_id) ?? '')),
  ]
}

function enqueued({
  id,
  event,
  status,
  target_url,
  created_at: at,
}: DeliveryRow): Placed<TraceStep> {
  return {
    place: Date.parse(at),
    step: {
      ...{ key: id, lane: 'recado', kind: 'delivery', at, state: null },
      ...{ delivery_id: id, event, status, target_url },
    },
  }
}

function posted({ attempted_at: at, ...row }: AttemptRow, event: string): Placed<TraceStep> {
  return {
    place: Date.parse(at),
    step: {
      ...{ key: `${row.delivery_id}:${row.attempt}`, lane: 'your_webhook', kind: 'attempt', at },
      ...{ state: null, event, ...row },
    },
  }
}
