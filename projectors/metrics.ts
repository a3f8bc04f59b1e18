import type { DeliveryOutcome } from '@recado/domain/webhook-delivery/events'
import type pg from 'pg'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { WorkOffOptions } from './intake/work-off.ts'

/** What the parts that follow the log tell of themselves, for Prometheus. */
export type ProjectorMetrics = {
  /** Age of the newest fact of a full batch, ms; 0 when the fold has drained what waited. */
  foldLag(ms: number): void
  /** What became of an intent of a raw event. */
  intent: WorkOffOptions['count']
  attempted(outcome: DeliveryOutcome): void
}

/** Adds the projectors' measurements to a registry. What Postgres counts is asked for when somebody looks. */
export function projectorMetrics(registry: Registry, pool: pg.Pool): ProjectorMetrics {
  const registers = [registry]
  const lag = new Gauge({
    name: 'recado_fold_lag_seconds',
    help: 'How old the newest fact was when the fold committed it; 0 when it has caught up.',
    registers,
  })
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
  askedGauges(registry, pool)
  return {
    foldLag: (ms) => lag.set(ms / 1_000),
    intent: (kind, became) => intents.inc({ kind, became }),
    attempted: (outcome) => attempts.inc({ outcome }),
  }
}

const ASKED = {
  recado_parked_facts: {
    help: 'Facts that could not be applied to the read models.',
    query: 'select count(*) as n from parked_events',
  },
  recado_parked_intents: {
    help: 'Intents of raw events that could not be recorded.',
    query: 'select count(*) as n from control.intake_parked',
  },
  recado_deliveries_unsettled: {
    help: 'Webhook deliveries that are owed and not settled.',
    query: 'select coalesce(sum(unsettled), 0) as n from delivery_lanes',
  },
}

/** Each keeps its last value while Postgres is away, or the table is not made yet. */
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
