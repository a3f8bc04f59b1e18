import { newEvents } from '@recado/application/commands/command-context'
import { deliveryRequestId } from '@recado/application/ids'
import type { WebhookDelivery } from '@recado/contract/webhook-delivery'
import type { WebhookDeliveryEvent } from '@recado/domain/webhook-delivery/events'
import { dayStream } from '@recado/infra/event-store/journal'
import { HttpProblem } from '@recado/infra/http/http-problem'
import type { CommandDeps } from '../deps.ts'
import { idempotencyHeader, idempotencyKey } from '../routing/idempotency-key.ts'
import { commandContext } from '../routing/request-context.ts'
import type { KeyInput, WriteAnswer } from '../routing/route.ts'
import { findDelivery } from './find-delivery.ts'
import { queueFullProblem } from './queue-room.ts'

type Input = Pick<
  KeyInput<unknown, unknown, unknown>,
  'account' | 'caller' | 'request' | 'requestId'
>

/** The header of routes that create a delivery on request. */
export const DELIVERY_KEY = idempotencyHeader(
  'A repeat with the same key gets the same delivery in its current state, with `Idempotent-Replayed: true`, and ' +
    'delivers nothing.',
)

/** The id of a requested delivery, and the delivery itself when the same key requested it before. */
export type RequestedDelivery = { readonly id: string; readonly known: WebhookDelivery | null }

/**
 * Finds the delivery of a repeat; a new request needs room in the webhook's queue.
 * @param idOf derives the id of the delivery from the idempotency key
 */
export async function findRequestedDelivery(
  { account, request }: Input,
  { pool, newId }: CommandDeps,
  connectionId: string,
  idOf: (key: string) => string,
): Promise<RequestedDelivery | HttpProblem> {
  const keyed = idempotencyKey(request.headers['idempotency-key'])
  if (keyed instanceof HttpProblem) return keyed
  const id = keyed.key === null ? newId() : idOf(keyed.key)
  const known =
    keyed.key === null
      ? null
      : await findDelivery(pool, { account_id: account.id, delivery_id: id })
  const full = known === null ? await queueFullProblem(pool, connectionId) : null
  return full ?? { id, known }
}

/** The answer to a repeat: the delivery in its current state. */
export function answerRepeatedRequest(data: WebhookDelivery): WriteAnswer {
  return { status: 202, body: { data }, headers: { 'idempotent-replayed': 'true' }, position: null }
}

/**
 * Records the request for a delivery and answers the pending delivery. It is a journal append, because it needs no state
 * to decide on: concurrent requests with one key write the same event id.
 * @throws StoreUnavailable
 */
export async function recordRequest(
  input: Input,
  deps: CommandDeps,
  data: WebhookDelivery,
  facts: readonly WebhookDeliveryEvent[],
): Promise<WriteAnswer> {
  const context = { ...commandContext(input, deps), eventId: () => deliveryRequestId(data.id) }
  const stream = dayStream('webhookDelivery', data.connection_id, deps.now())
  const { position } = await deps.journal.record(stream, newEvents(facts, context))
  return { status: 202, body: { data }, position }
}

/** A requested delivery before its first attempt. @param at ISO 8601 */
export function newDelivery(
  of: Pick<WebhookDelivery, 'id' | 'connection_id' | 'event' | 'event_id' | 'target_url'>,
  at: string,
): WebhookDelivery {
  return {
    ...of,
    status: 'pending',
    attempts: 0,
    last_status: null,
    last_error: null,
    next_attempt_at: at,
    delivered_at: null,
    created_at: at,
  }
}
