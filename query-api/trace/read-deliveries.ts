import { attemptFactId } from '@recado/application/ids'
import type { Placed } from '@recado/application/trace/message-steps'
import type { Delivered } from '@recado/application/trace/why'
import { type AttemptEnd, shownFailure } from '@recado/application/webhooks/attempt-failure'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'

/** A delivery about a message. */
type DeliveryRow = Omit<Delivered, 'last'> & {
  readonly event: string
  readonly attempts: number
  readonly target_url: string
  readonly created_at: string
}

type AttemptRow = AttemptEnd & {
  readonly delivery_id: string
  readonly attempt: number
  readonly attempted_at: string
  readonly took_ms: number
  readonly next_at: string | null
  readonly answer_excerpt: string | null
}

/** The deliveries about a message, each with its newest attempts in order. */
export type TracedDelivery = DeliveryRow & Delivered & { readonly shown: readonly AttemptRow[] }

export const MAX_DELIVERIES = 100
const MAX_ATTEMPTS = 40

export async function deliveriesOf(
  message: { readonly message_id: string; readonly conversation_id: string },
  accountId: string,
  run: Run,
): Promise<readonly TracedDelivery[]> {
  const deliveries = await run<DeliveryRow>(sql`
    select id, event, event_id, status, attempts, target_url, created_at from deliveries
    where conversation_id = ${message.conversation_id} and message_id = ${message.message_id}
      and account_id = ${accountId}
    order by position, id limit ${MAX_DELIVERIES}`)
  const attempts = await run<AttemptRow>(sql`
    select delivery_id, attempt, attempted_at, http_status, took_ms, outcome, error, failure, next_at,
      answer_excerpt
    from delivery_attempts where id = any(${deliveries.flatMap(attemptIds)})
    order by attempted_at, attempt`)
  return deliveries.map((delivery) => {
    const shown = attempts.filter(({ delivery_id }) => delivery_id === delivery.id)
    const last = shown.find(({ attempt }) => attempt === delivery.attempts) ?? null
    return { ...delivery, last, shown }
  })
}

/** The ids of a delivery's newest attempts, which are derived from its own. */
function attemptIds({ id, attempts }: DeliveryRow): string[] {
  return Array.from({ length: Math.min(attempts, MAX_ATTEMPTS) }, (_, n) =>
    attemptFactId({ delivery_id: id, type: 'DeliveryAttempted', attempt: attempts - n }),
  )
}

/** The deliveries and their attempts as steps. */
export function deliverySteps(deliveries: readonly TracedDelivery[]): Placed[] {
  return [
    ...deliveries.map(deliveryStep),
    ...deliveries.flatMap(({ event, shown }) =>
      shown.map((attempt) => attemptStep(attempt, event)),
    ),
  ]
}

function deliveryStep({ id, event, status, target_url, created_at: at }: DeliveryRow): Placed {
  return {
    place: Date.parse(at),
    step: {
      ...{ key: id, lane: 'recado', kind: 'delivery', at, state: null },
      ...{ delivery_id: id, event, status, target_url },
    },
  }
}

function attemptStep({ attempted_at: at, ...row }: AttemptRow, event: string): Placed {
  return {
    place: Date.parse(at),
    step: {
      ...{ key: `${row.delivery_id}:${row.attempt}`, lane: 'your_webhook', kind: 'attempt', at },
      ...{ state: null, event, ...row, ...shownFailure(row) },
    },
  }
}
