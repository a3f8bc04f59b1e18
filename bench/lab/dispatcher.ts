import { randomUUID } from 'node:crypto'
import type { ExecuteDeps } from '@recado/application/commands/execute'
import type { DeliveryAttempted } from '@recado/domain/webhook-delivery/events'
import type { EventStore, Journal } from '@recado/infra/event-store/event-store'
import { addressPolicy } from '@recado/infra/http-client/public-address'
import { webhookClient } from '@recado/infra/http-client/webhook-client'
import { createLogger } from '@recado/infra/logger'
import type { Nats } from '@recado/infra/nats/connect'
import type { WebhookEntry } from '@recado/infra/registry-entries'
import { deliveryCarrier } from '@recado/projectors/webhooks/dispatcher/carried-delivery'
import { runDispatch } from '@recado/projectors/webhooks/dispatcher/dispatch'
import { DEFAULT_TIMES } from '@recado/projectors/webhooks/dispatcher/dispatch-times'
import type { PendingDelivery } from '@recado/projectors/webhooks/dispatcher/pending-delivery'
import type { Msg } from 'nats'
import type pg from 'pg'
import type { Lab } from './lab.ts'

/** A dispatcher with real Postgres and HTTP; its log, vault and NATS cost nothing. */
export type Dispatcher = {
  /** Registers a webhook. @returns its connection's id */
  webhook(url: string): string
  /** Announces a delivery as NATS does. */
  offer(message: Msg): void
  /** Calls the listener for each attempt once its outcome is in the log. It replaces the previous listener. */
  tell(told: Told): void
}

const MASTER_KEY = Buffer.alloc(32)
const carrier = deliveryCarrier(MASTER_KEY)

/** With what every POST is signed. */
export const SECRET = 'whsec_c2VjcmV0IG9mIHRoZSBiZW5jaCwgMzIgYnl0ZXM='

type Told = (attempted: DeliveryAttempted['data']) => void

/** A lease that outlasts the bench: a delivery offered while a lease ends is ignored, and nothing announces it again. */
const LEASE_MS = 10 * 60_000
/** One retry after a day: a retry during the bench would count as a delivery. */
const SCHEDULE = [0, 24 * 60 * 60_000]
const FOLD_MS = 250

/** Starts a dispatcher that runs until the bench ends. */
export function startDispatcher(lab: Lab, pool: pg.Pool): Dispatcher {
  const webhooks = new Map<string, WebhookEntry>()
  const ending = new AbortController()
  let hear: (message: Msg) => void = () => undefined
  const client = webhookClient({
    isAllowed: addressPolicy(['127.0.0.0/8']),
    timeoutMs: DEFAULT_TIMES.timeoutMs,
  })
  let told: Told = () => undefined
  const log = emptyLog((attempted) => told(attempted))
  const fold = setInterval(() => void follow(pool, log.position()), FOLD_MS)
  const ended = runDispatch({
    store: nothing,
    journal: log.journal,
    // Only needed to deactivate hopeless webhooks, which does not happen here.
    commands: {} as ExecuteDeps,
    pool,
    masterKey: MASTER_KEY,
    nats: {
      subscribe(_: string, callback: typeof hear) {
        hear = callback
      },
    } as unknown as Nats,
    registry: { webhook: (id) => webhooks.get(id), waitUntil: async () => undefined },
    vault: { get: async () => SECRET },
    client,
    log: createLogger('bench', 'error'),
    signal: ending.signal,
    times: { leaseMs: LEASE_MS, schedule: SCHEDULE },
  })
  lab.after(async () => {
    ending.abort()
    await ended
    clearInterval(fold)
    await client.close()
  })
  return {
    webhook(url) {
      const entry = entryOf(url)
      webhooks.set(entry.connection_id, entry)
      return entry.connection_id
    },
    offer: (message) => hear(message),
    tell(listener) {
      told = listener
    },
  }
}

/** A delivery as NATS brings it. */
export function messageOf(pending: PendingDelivery): Msg {
  const subject = `${pending.event}.${pending.account_id}.${pending.connection_id}`
  return { subject, ...carrier.messageOf(pending) } as unknown as Msg
}

const nothing = {
  async *readAll() {
    // An empty log.
  },
} as unknown as EventStore

/** A log that keeps only its position. */
function emptyLog(told: Told): { readonly journal: Journal; position(): bigint } {
  let position = 0n
  return {
    position: () => position,
    journal: {
      async record(_, events) {
        position += BigInt(events.length)
        for (const { type, data } of events)
          if (type === 'DeliveryAttempted') told(data as DeliveryAttempted['data'])
        return { position, revision: position }
      },
    },
  }
}

/** Moves the checkpoint to the log's position: until it gets there the dispatcher keeps its outcomes, up to a bound. */
async function follow(pool: pg.Pool, position: bigint): Promise<void> {
  await pool
    .query('update checkpoint set position = $1 where position < $1', [position])
    .catch(() => undefined)
}

function entryOf(url: string): WebhookEntry {
  return {
    id: randomUUID(),
    connection_id: randomUUID(),
    account_id: randomUUID(),
    url,
    events: [],
    active: true,
    secret_ref: 'secret',
    previous_secrets: [],
  }
}
