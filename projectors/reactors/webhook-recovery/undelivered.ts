import { deliveryId } from '@recado/application/ids'
import { eventKeys, selectOutbound } from '@recado/application/read-models/outbound-events'
import { isOptIn } from '@recado/contract/whatsapp-event-names'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'

export type RunningRecovery = {
  readonly id: string
  readonly account_id: string
  readonly connection_id: string
  readonly webhook_id: string
  readonly events: readonly string[]
  readonly active: boolean
  readonly resumed_at: string | null
  readonly since: string
  readonly enqueued: number
  readonly through: number
  readonly until: number
}

/**
 * An event that the recovery looks at. `state`: `none` never had a delivery, `dead` had only dead ones, `recovered`
 * was requested by this recovery, `doomed` waited too long in a pause, so that a dispatcher will give it up. A quiet
 * event counts as delivered.
 */
export type ExaminedEvent = {
  readonly id: string
  readonly log_id: number
  readonly state: 'none' | 'dead' | 'doomed' | 'on_its_way' | 'recovered' | 'delivered'
}

const NOT_BEGUN = -1
const PAGE = 1_000
/** Recovered deliveries that may wait for their first attempt: more would delay new deliveries. */
const MAX_WAITING = 200

/** The oldest running recovery of each connection; later ones wait. */
export function runningRecoveries(run: Run): Promise<RunningRecovery[]> {
  return run<RunningRecovery>(sql`
    select r.id, r.account_id, r.connection_id, q.webhook_id, q.events, q.active, q.resumed_at,
      r.since, r.enqueued, r.through, r.until
    from (
      select distinct on (connection_id) * from delivery_recoveries
      where status = 'running' order by connection_id, requested_at, id) r
    join endpoint_queues q on q.id = r.connection_id`)
}

export async function roomFor({ connection_id }: RunningRecovery, run: Run): Promise<number> {
  const [row] = await run<{ n: number }>(sql`
    select count(*)::int as n from (
      select from deliveries where connection_id = ${connection_id}
        and origin = 'recovery' and status = 'pending' limit ${MAX_WAITING}) waiting`)
  return MAX_WAITING - (row?.n ?? 0)
}

/**
 * The next events that the webhook wants, in log order, each with its state. A request made while a recovery waits
 * for its turn is answered with that recovery, so its first look goes to the end of the log.
 * @param doomedBefore pending deliveries enqueued before this time will be given up; null for none
 */
export async function nextEvents(
  recovery: RunningRecovery,
  doomedBefore: string | null,
  run: Run,
): Promise<ExaminedEvent[]> {
  const { connection_id, events, since, through, until } = recovery
  const page = await run<{ id: string; log_id: number }>(
    selectOutbound({
      of: { connectionIds: [connection_id] },
      // What the connection has of these is about its own webhook, which never gets them.
      keys: eventKeys(events).filter((key) => !isOptIn(key)),
      after: through,
      since,
      limit: PAGE,
    }),
  )
  const ours = through === NOT_BEGUN ? page : page.filter(({ log_id }) => log_id <= until)
  const states = await statesOf(recovery, ours, doomedBefore, run)
  return ours.map(({ id, log_id }) => ({ id, log_id, state: states.get(id) ?? 'none' }))
}

async function statesOf(
  { id, webhook_id }: RunningRecovery,
  events: readonly { readonly id: string }[],
  doomedBefore: string | null,
  run: Run,
): Promise<ReadonlyMap<string, ExaminedEvent['state']>> {
  const ids = events.map(({ id }) => id)
  const firsts = ids.map((event) => deliveryId({ event_id: event, webhook_id }))
  const rows = await run<{ event_id: string; state: ExaminedEvent['state'] }>(sql`
    select event_id, case when bool_or(recovery_id = ${id}) then 'recovered'
      when bool_or(status = 'delivered') then 'delivered'
      when bool_or(status not in ('dead', 'doomed')) then 'on_its_way'
      when bool_or(status = 'doomed') then 'doomed' else 'dead' end as state
    from (
      select event_id, recovery_id, case when status = 'pending' and created_at < ${doomedBefore}::timestamptz
        then 'doomed' else status end as status
      from deliveries where id = any(${firsts}::uuid[])
      union all
      select event_id, recovery_id, status from deliveries where again_of = any(${ids}::uuid[])
      union all
      select id, null, 'delivered' from outbound_events where id = any(${ids}::uuid[]) and quiet) known
    group by event_id`)
  return new Map(rows.map(({ event_id, state }) => [event_id, state]))
}
