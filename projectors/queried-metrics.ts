import { FAULTY_TREES } from '@recado/application/seal/self-audits'
import { IS_BEYOND_A_BOUND } from '@recado/application/status/beyond-a-bound'
import { intakeLag } from '@recado/application/status/intake-lag'
import { OLDEST_PENDING } from '@recado/application/status/oldest-pending'
import { readModelsLag } from '@recado/application/status/read-models-lag'
import { secondsSince } from '@recado/application/status/seconds-since'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { queriedByLabel, queriedGauges } from '@recado/infra/queried-gauges'
import type pg from 'pg'
import type { Registry } from 'prom-client'
import type { RelayLag } from './relay/relay-lag.ts'

/** Counting stops here, because it means reading the events or deliveries. */
const MAX_EVENTS = 1_000
const MAX_DELIVERIES = 10_000

export function statusGauges(registry: Registry, pool: pg.Pool, store: EventStore): void {
  // Measured by what is committed, so that they also rise when nothing is committed.
  queriedGauges({
    registry,
    helps: {
      recado_projector_lag_seconds: 'Age of the oldest fact that the read models do not show yet.',
      recado_projector_lag_events:
        'How many facts the read models do not show yet; 1000 means that many or more.',
    },
    async ask() {
      const { seconds, events } = await readModelsLag(pool, store, Date.now())
      return withoutUnknown({
        recado_projector_lag_seconds: seconds,
        recado_projector_lag_events: events,
      })
    },
  })
  queriedGauges({
    registry,
    helps: {
      recado_intake_lag_seconds: 'Age of the oldest raw event that intake has not recorded yet.',
      recado_intake_lag_events:
        'How many raw events wait for intake; 1000 means that many or more.',
    },
    async ask() {
      const { events, since } = await intakeLag(pool, store, MAX_EVENTS)
      const seconds = since === null ? 0 : secondsSince(since, Date.now())
      return { recado_intake_lag_seconds: seconds, recado_intake_lag_events: events }
    },
  })
  for (const [name, { help, query }] of Object.entries(COUNTED))
    queriedGauges({ registry, helps: { [name]: help }, ask: () => counted(pool, name, query) })
  deliveryGauges(registry, pool)
}

export function relayGauges(registry: Registry, lag: () => Promise<RelayLag | null>): void {
  queriedGauges({
    registry,
    helps: {
      recado_relay_lag_seconds:
        'How old the oldest fact is that the stream of facts does not hold.',
      recado_relay_lag_events:
        'How many facts the stream of facts does not hold yet; 1000 means that many or more.',
    },
    async ask() {
      const { seconds, events } = (await lag()) ?? {}
      return withoutUnknown({ recado_relay_lag_seconds: seconds, recado_relay_lag_events: events })
    },
  })
}

const COUNTED = {
  recado_parked_events: {
    help: 'Facts that could not be applied to the read models, with all later ones of their streams.',
    query: 'select count(*) as n from parked_events',
  },
  recado_parked_intents: {
    help: 'Intents of raw events that could not be recorded.',
    query: 'select count(*) as n from control.intake_parked',
  },
  recado_parked_intents_of_ours: {
    help: 'Parked intents that exceed no bound: they failed by a fault of ours.',
    query: `select count(*) as n from control.intake_parked where not ${IS_BEYOND_A_BOUND}`,
  },
  recado_self_audit_faulty: {
    help: 'Trees of facts whose last self-audit found differences, or could not be finished.',
    query: FAULTY_TREES,
  },
  recado_deliveries_unsettled: {
    help: 'Deliveries not yet delivered or given up.',
    query: 'select coalesce(sum(pending), 0) as n from endpoint_queues',
  },
  recado_deliveries_oldest_seconds: {
    help: 'Age of the oldest delivery that an active webhook waits for; 0 when none does.',
    query: `select coalesce(extract(epoch from now() - ${OLDEST_PENDING}), 0) as n`,
  },
}

async function counted<Name extends string>(pool: pg.Pool, name: Name, query: string) {
  const { rows } = await pool.query<{ n: string }>(query)
  return { [name]: Math.max(0, Number(rows[0]?.n)) } as Record<Name, number>
}

/** Each query reads an index of unfinished deliveries, and no more of it than it counts. */
function deliveryGauges(registry: Registry, pool: pg.Pool): void {
  const atMost = (where: string) =>
    `(select count(*)::int from (select from deliveries where ${where} limit ${MAX_DELIVERIES}) d)`
  queriedByLabel({
    registry,
    name: 'recado_deliveries',
    label: 'state',
    help: `Deliveries: pending at active webhooks, paused at others, of both those that failed before (retrying), and
      given up in the last 24 hours (dead). Of the last two ${MAX_DELIVERIES} means that many or more.`,
    async ask() {
      const { rows } = await pool.query<Record<string, number>>(
        `select
          (select coalesce(sum(pending), 0)::int from endpoint_queues where active) as pending,
          (select coalesce(sum(pending), 0)::int from endpoint_queues where not active) as paused,
          ${atMost("status = 'failed'")} as retrying,
          ${atMost("dead_at > now() - interval '24 hours'")} as dead`,
      )
      return rows[0] ?? {}
    },
  })
}

function withoutUnknown<Name extends string>(
  figures: Readonly<Record<Name, number | undefined>>,
): Partial<Record<Name, number>> {
  const pairs = Object.entries(figures).filter(([, figure]) => figure !== undefined)
  return Object.fromEntries(pairs) as Partial<Record<Name, number>>
}
