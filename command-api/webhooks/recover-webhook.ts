import { keyedRecoveryId } from '@recado/application/ids'
import { readRecovery } from '@recado/application/webhooks/read-recovery'
import { recovery as exampleRecovery } from '@recado/contract/example-values'
import { RecoveryRequest, WebhookRecovery } from '@recado/contract/webhook-recovery'
import { deliveryRecovery } from '@recado/domain/delivery-recovery/delivery-recovery'
import { requestRecovery } from '@recado/domain/delivery-recovery/request-recovery'
import { DAY_MS } from '@recado/domain/durations'
import { HttpProblem, invalid, invalidInput, notFound } from '@recado/infra/http/http-problem'
import { type Run, runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import type { CommandDeps } from '../deps.ts'
import { commandRoute } from '../routing/command-route.ts'
import { idempotencyHeader, idempotencyKey } from '../routing/idempotency-key.ts'
import type { KeyInput } from '../routing/route.ts'
import { loadWebhook } from './load-webhook.ts'

/** The most running and waiting recoveries of one connection. */
const MAX_RUNNING_RECOVERIES = 10

export const recoverWebhookRoute = commandRoute({
  method: 'POST',
  operationId: 'recoverWebhookDeliveries',
  url: '/webhooks/recover',
  summary: 'Recover the deliveries that a webhook missed',
  description:
    'Extension. Delivers every event of the connection since that moment that the webhook lists now and that was never ' +
    'delivered: dead deliveries, deliveries that were skipped after a pause, and events from before the webhook existed. ' +
    'Pending deliveries stay as they are; those that have waited too long in a pause are recovered once Recado has given ' +
    'them up. Repeating the call delivers nothing twice: if a recovery that covers the time still waits for its turn, the ' +
    'answer is that recovery. At most 200 recovered deliveries wait for their first attempt, so that new events are not ' +
    'held up. While the webhook is paused, a recovery waits when it reaches that bound, or deliveries that have waited too ' +
    'long.',
  body: RecoveryRequest,
  requestExamples: {
    since: {
      value: {
        connection_id: exampleRecovery.connection_id,
        since: exampleRecovery.since,
      },
    },
  },
  headers: idempotencyHeader(
    'A repeat with the same key and the same since gets the same recovery in its current state.',
  ),
  problems: [404],
  prepare: async (input, deps) => {
    const { registry, now, config } = deps
    const { connection_id } = input.body
    if (registry.connection(connection_id)?.account_id !== input.account.id) return notFound()
    const configured = await loadWebhook(deps, connection_id)
    if (configured === null)
      return invalidInput('connection_id has no webhook; configure one with PUT /webhooks')
    const recovery_id = await chooseRecovery(input, deps)
    if (recovery_id instanceof HttpProblem) return recovery_id
    const kept_since = new Date(now().getTime() - config.DELIVERY_DAYS * DAY_MS).toISOString()
    return { recovery_id, webhook_id: configured.id, kept_since }
  },
  aggregate: deliveryRecovery,
  stream: ({ recovery_id }) => recovery_id,
  command: ({ body, recovery_id, webhook_id, kept_since, at }) => {
    return { ...body, recovery_id, webhook_id, kept_since, at }
  },
  decide: requestRecovery,
  refusals: {
    since_in_future: invalid('since must not be in the future'),
    since_not_kept: invalid(
      'since must be at most DELIVERY_DAYS days ago; older events are no longer stored',
    ),
  },
  reply: { 202: z.object({ data: WebhookRecovery }) },
  replyExamples: { 202: { value: { data: { ...exampleRecovery, found: 0, enqueued: 0 } } } },
  answer: async ({ account, body, recovery_id: id }, { pool }) => {
    const known = await readRecovery(runOn(pool), { account_id: account.id, recovery_id: id })
    const begun = { id, ...body, status: 'running' as const, found: 0, enqueued: 0 }
    return { data: known ?? begun }
  },
})

/** The id of the recovery that a request repeats or joins, or of a new one. */
async function chooseRecovery(
  { account, body, request }: KeyInput<unknown, unknown, z.output<typeof RecoveryRequest>>,
  { pool, newId }: CommandDeps,
): Promise<string | HttpProblem> {
  const { connection_id, since } = body
  const keyed = idempotencyKey(request.headers['idempotency-key'])
  if (keyed instanceof HttpProblem) return keyed
  const { key } = keyed
  const own =
    key === null ? newId() : keyedRecoveryId({ connection_id, since, idempotency_key: key })
  const ids = { account_id: account.id, recovery_id: own }
  const isRepeated = key !== null && (await readRecovery(runOn(pool), ids)) !== null
  const running = await readRunning(body, runOn(pool))
  const known = isRepeated ? own : running.covering
  if (known === null && running.count >= MAX_RUNNING_RECOVERIES)
    return invalidInput(
      `connection_id already has ${MAX_RUNNING_RECOVERIES} running or waiting recoveries; try again when one has ended`,
    )
  return known ?? own
}

/**
 * Counts a connection's running recoveries, and finds one that covers `since` and has certainly not begun. The first one
 * may have begun: it would miss deliveries that were given up after it had examined them.
 */
async function readRunning(
  { connection_id, since }: z.output<typeof RecoveryRequest>,
  run: Run,
): Promise<{ count: number; covering: string | null }> {
  const rows = await run<{ id: string; covers: boolean }>(sql`
    select id, since <= ${since}::timestamptz as covers from delivery_recoveries
    where connection_id = ${connection_id} and status = 'running'
    order by requested_at, id limit ${MAX_RUNNING_RECOVERIES}`)
  const covering = rows.find(({ covers }, place) => covers && place > 0)
  return { count: rows.length, covering: covering?.id ?? null }
}
