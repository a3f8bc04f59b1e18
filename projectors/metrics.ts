import { readModelsLag } from '@recado/application/status/read-models-lag'
import type { DeliveryOutcome } from '@recado/domain/webhook-delivery/events'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type pg from 'pg'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { RecordOptions } from './intake/record/record-tasks.ts'
import type { RelayLag } from './relay/relay-lag.ts'

/** What the parts that follow the log tell of themselves, for Prometheus. */
export type ProjectorMetrics = {
  /** What became of an intent of a raw event. */
  intent: RecordOptions['count']
  attempted(outcome: DeliveryOutcome): void
  /** Measures how far the stream of facts is behind, when somebody looks; null is not known then. */
  relay(lag: () => Promise<RelayLag | null>): void
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
    relay: (lag) => relayGauges(registry, lag),
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
  twoGauges(registry, () => readModelsLag(pool, store, Date.now()), 'recado_projector_lag', {
    seconds: 'How old the oldest fact is that the read models do not show.',
    events: 'How many facts the read models do not show yet; 1000 means that many or more.',
  })
}

function relayGauges(registry: Registry, lag: () => Promise<RelayLag | null>): void {
  twoGauges(registry, lag, 'recado_relay_lag', {
    seconds: 'How old the oldest fact is that the stream of facts does not hold.',
    events: 'How many facts the stream of facts does not hold yet; 1000 means that many or more.',
  })
}

function twoGauges(
  registry: Registry,
  ask: () => Promise<Partial<RelayLag> | null>,
  name: string,
  helps: Readonly<Record<keyof RelayLag, string>>,
): void {
  let asking: ReturnType<typeof ask> | undefined
  // Both are asked for at once.
  const lag = () => {
    asking ??= ask()
      .catch(() => null)
      .finally(() => {
        asking = undefined
      })
    return asking
  }
  for (const figure of ['seconds', 'events'] as const)
    new Gauge({
      name: `${name}_${figure}`,
      help: helps[figure],
      registers: [registry],
      async collect() {
        const value = (await lag())?.[figure]
        if (value !== undefined) this.set(value)
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
