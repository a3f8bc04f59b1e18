import { readModelsLag } from '@recado/application/status/read-models-lag'
import type { DeliveryOutcome } from '@recado/domain/webhook-delivery/events'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type pg from 'pg'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { RecordOptions } from './intake/record/record-tasks.ts'

/** What the parts that follow the log tell of themselves, for Prometheus. */
export type ProjectorMetrics = {
  /** What became of an intent of a raw event. */
  intent: RecordOptions['count']
  attempted(outcome: DeliveryOutcome): void
}

/** Adds the projectors' measurements to a registry. What Postgres and the log tell is asked for when somebody looks. */
export function projectorMetrics(
  registry: Registry,
  pool: pg.Pool,
  store: EventStore,
): ProjectorMetrics {
  const registers = [registry]
  const intents = new Counter({
    name: 'recado_intake_intents_total',
    help: 'Intents of raw provider events, by kind and by what became of them.',
    labelNames: ['kind', 'became'] as const,
    registers,
  })
  const attempts = new Counter({
    name: 'recado_delivery_attempts_total',
    help: 'Attempts to deliver a webhook, by outcome.',
    labelNames: ['outcome'] as const,
    registers,
  })
  lagGauges(registry, pool, store)
  askedGauges(registry, pool)
  return {
    intent: (kind, became) => intents.inc({ kind, became }),
    attempted: (outcome) => attempts.inc({ outcome }),
  }
}

const ASKED = {
  recado_parked_events: {
    help: 'Facts that could not be applied to the read models, with all later ones of their streams.',
    query: 'select count(*) as n from parked_events',
  },
  recado_parked_intents: {
    help: 'Intents of raw events that could not be recorded.',
    query: 'select count(*) as n from control.intake_parked',
  },
  recado_deliveries_unsettled: {
    help: 'Deliveries not yet delivered or given up.',
    query: 'select coalesce(sum(pending), 0) as n from endpoint_queues',
  },
}

/** As what was committed shows, so that they rise also when nobody commits; they keep their last value in an outage. */
function lagGauges(registry: Registry, pool: pg.Pool, store: EventStore): void {
  const registers = [registry]
  let asking: ReturnType<typeof ask> | undefined
  const ask = () =>
    readModelsLag(pool, store, Date.now())
      .catch(() => null)
      .finally(() => {
        asking = undefined
      })
  // Both are asked for at once.
  const lag = () => {
    asking ??= ask()
    return asking
  }
  new Gauge({
    name: 'recado_projector_lag_seconds',
    help: 'How old the oldest fact is that the read models do not show.',
    registers,
    async collect() {
      const seconds = (await lag())?.seconds
      if (seconds !== undefined) this.set(seconds)
    },
  })
  new Gauge({
    name: 'recado_projector_lag_events',
    help: 'How many facts the read models do not show yet; 1000 means that many or more.',
    registers,
    async collect() {
      const events = (await lag())?.events
      if (events !== undefined) this.set(events)
    },
  })
}

/** Each keeps its last value while Postgres is unavailable, or the table is not made yet. */
function askedGauges(registry: Registry, pool: pg.Pool): void {
  for (const [name, { help, query }] of Object.entries(ASKED))
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const answer = await pool.query<{ n: string }>(query).catch(() => null)
        if (answer !== null) this.set(Number(answer.rows[0]?.n))
      },
    })
}
