import { type Partition, WHOLE } from '@recado/application/read-models/partitions'
import type { DeliveryOutcome } from '@recado/domain/webhook-delivery/events'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { queriedGauges } from '@recado/infra/queried-gauges'
import type pg from 'pg'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { RecordOptions } from './intake/record/record-tasks.ts'
import { relayGauges, statusGauges } from './queried-metrics.ts'
import type { Copied } from './reactors/media/copy-file.ts'
import type { RelayLag } from './relay/relay-lag.ts'
import type { ShardOwnership } from './webhooks/dispatcher/shard-ownership.ts'

export type ProjectorMetrics = {
  intent: RecordOptions['count']
  attempted(outcome: DeliveryOutcome, seconds: number): void
  /** Registers how far the stream of facts is behind, measured on each scrape; null when unknown. */
  relay(lag: () => Promise<RelayLag | null>): void
  /** Counts a try to copy a file into the media store. */
  copied(outcome: Copied['outcome']): void
  leads(part: string, isLeader: boolean, partition?: Partition): void
  shards(owned: Pick<ShardOwnership, 'all' | 'waiting'>): void
}

/** Adds the projectors' measurements to a registry. Values of Postgres and the log are queried on each scrape. */
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
  const leader = new Gauge({
    name: 'recado_leader',
    help: 'Whether this process leads a part, or a partition of it: 1 or 0. One process of all leads each.',
    labelNames: ['part', 'partition'] as const,
    registers,
  })
  const copies = new Counter({
    name: 'recado_media_copies_total',
    help: 'Tries to copy a file into the media store, by outcome.',
    labelNames: ['outcome'] as const,
    registers,
  })
  statusGauges(registry, pool, store)
  return {
    intent: (kind, became) => intents.inc({ kind, became }),
    attempted: attemptMetrics(registry),
    relay: (lag) => relayGauges(registry, lag),
    copied: (outcome) => copies.inc({ outcome }),
    leads: (part, isLeader, { index, count } = WHOLE) =>
      leader.set({ part, ...(count > 1 && { partition: index }) }, isLeader ? 1 : 0),
    shards: (owned) => shardGauges(registry, owned),
  }
}

/** Registers how long the keys of what was said are kept beyond MESSAGE_DAYS. */
export function expiryGauge(registry: Registry, lagMs: () => Promise<number>): void {
  queriedGauges({
    registry,
    helps: {
      recado_expiry_lag_seconds:
        'How long the keys of what was said have been kept beyond MESSAGE_DAYS.',
    },
    ask: async () => ({ recado_expiry_lag_seconds: (await lagMs()) / 1_000 }),
  })
}

/** Registers how many gateways do not answer, of those that have sessions or take any. */
export function gatewayGauge(registry: Registry, count: () => number): void {
  new Gauge({
    name: 'recado_gateways_silent',
    help: 'How many gateways of freemium numbers do not answer.',
    registers: [registry],
    collect() {
      this.set(count())
    },
  })
}

function attemptMetrics(registry: Registry): ProjectorMetrics['attempted'] {
  const registers = [registry]
  const labelNames = ['outcome'] as const
  const attempts = new Counter({
    name: 'recado_delivery_attempts_total',
    help: 'Attempts to deliver a webhook, by outcome.',
    labelNames,
    registers,
  })
  const took = new Histogram({
    name: 'recado_delivery_attempt_seconds',
    help: 'How long attempts to deliver a webhook took, by outcome.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    labelNames,
    registers,
  })
  return (outcome, seconds) => {
    attempts.inc({ outcome })
    took.observe({ outcome }, seconds)
  }
}

function shardGauges(registry: Registry, owned: Pick<ShardOwnership, 'all' | 'waiting'>): void {
  const registers = [registry]
  new Gauge({
    name: 'recado_shards',
    help: 'Leases of shards of webhooks that this process holds; all processes together hold 64.',
    registers,
    collect() {
      this.set(owned.all().length)
    },
  })
  new Gauge({
    name: 'recado_shards_wait',
    help: 'Whether owned shards wait for the read models before they deliver: 1 or 0.',
    registers,
    collect() {
      this.set(owned.waiting() ? 1 : 0)
    },
  })
}
