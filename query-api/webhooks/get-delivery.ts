import { attemptFactId } from '@recado/application/ids'
import { OUTBOUND_BODY } from '@recado/application/read-models/outbound-events'
import { whyUndelivered } from '@recado/application/trace/why'
import { type AttemptEnd, shownFailure } from '@recado/application/webhooks/attempt-failure'
import { requestHeaders, type SignedAt } from '@recado/application/webhooks/request-headers'
import { withSequence } from '@recado/application/webhooks/with-sequence'
import { DeliveryId } from '@recado/contract/ids'
import {
  type DeliveryAttempt,
  type ListedDelivery,
  type WebhookDelivery,
  WebhookDeliveryDetail,
} from '@recado/contract/webhook-delivery'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import type { Run } from '@recado/infra/postgres/run'
import { raw, sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { contactOf } from '../conversations/contact-of.ts'
import { queryRoute } from '../routing/query-route.ts'

type Found = {
  readonly doc: string
  readonly contact: ListedDelivery['contact']
  readonly attempts: number
  readonly position: number
  readonly sequence: number | null
  /** With a `sequence` of null. */
  readonly body: string
}

type AttemptRow = AttemptEnd & {
  readonly attempt: number
  readonly attempted_at: string
  readonly took_ms: number
  readonly next_at: string | null
  readonly answer_excerpt: string | null
  readonly service_signature: string | null
  readonly standard_signature: string | null
}

export const getDelivery = queryRoute({
  operationId: 'getWebhookDelivery',
  url: '/webhooks/deliveries/:id',
  summary: 'Get a webhook delivery with its attempts',
  description:
    'Extension. Every attempt, and the request exactly as it was signed. `why` says why the delivery failed.',
  params: z.object({ id: DeliveryId }),
  problems: [404],
  reply: z.object({ data: WebhookDeliveryDetail }),
  answer: async ({ account, params: { id } }, run) => {
    const [found] = await run<Found>(sql`
      select d.doc, ${raw(contactOf('d'))} as contact, d.attempts, d.position, d.sequence, coalesce(d.test_body, ${raw(OUTBOUND_BODY)}) as body
      from deliveries d left join outbound_events e on e.id = d.event_id
      where d.id = ${id} and ${belongsTo(account.id, 'd.account_id')}`)
    if (found === undefined) return null
    const delivery: WebhookDelivery = JSON.parse(found.doc)
    const attempts = await attemptsOf(id, found.attempts, run)
    const of = { ...delivery, position: found.position }
    const last = attempts.at(-1)
    const headers = requestHeaders(of, signedAt(last))
    const request = { headers, body: withSequence(found.body, found.sequence) }
    const why = whyUndelivered({ status: delivery.status, last: last ?? null })
    return {
      data: {
        ...delivery,
        contact: found.contact,
        why,
        attempt_log: attempts.map(showAttempt),
        request,
      },
    }
  },
})

/** The ids of attempts are derived from the delivery's, so no further index is needed. */
function attemptsOf(id: string, count: number, run: Run): Promise<AttemptRow[]> {
  const ids = Array.from({ length: count }, (_, i) =>
    attemptFactId({ delivery_id: id, type: 'DeliveryAttempted', attempt: i + 1 }),
  )
  return run<AttemptRow>(sql`
    select attempt, attempted_at, http_status, took_ms, outcome, error, failure, next_at, answer_excerpt,
      service_signature, standard_signature
    from delivery_attempts where id = any(${ids}) order by attempt`)
}

function signedAt(last: AttemptRow | undefined): SignedAt | null {
  if (last === undefined) return null
  const { service_signature: service, standard_signature: standard, attempted_at: at } = last
  return service === null || standard === null ? null : { service, standard, at }
}

function showAttempt({ attempted_at: at, ...row }: AttemptRow): DeliveryAttempt {
  const { attempt, http_status, took_ms, outcome, next_at, answer_excerpt } = row
  const ended = { http_status, took_ms, outcome, ...shownFailure(row) }
  return { attempt, at, ...ended, next_at, answer_excerpt }
}
