import { randomUUID } from 'node:crypto'
import type { ExecuteDeps } from '@recado/application/commands/execute'
import type { DeliveryAttempted } from '@recado/domain/webhook-delivery/events'
import type { EventStore, Journal } from '@recado/infra/event-store/event-store'
import { addressPolicy } from '@recado/infra/http-client/public-address'
import { webhookClient } from '@recado/infra/http-client/webhook-client'
import { createLogger } from '@recado/infra/logger'
import type { Nats } from '@recado/infra/nats/connect'
import type { WebhookEntry } from '@recado/infra/registry-entries'
import { runDispatch } from '@recado/projectors/webhooks/dispatcher/dispatch'
import { DEFAULT_TIMES } from '@recado/projectors/webhooks/dispatcher/dispatch-times'
import type { PendingDelivery } from '@recado/projectors/webhooks/dispatcher/pending-delivery'
import type { Msg } from 'nats'
import type pg from 'pg'
import type { Lab } from './stack.ts'

/** A dispatcher with Postgres and HTTP as they are, and a log, a vault and NATS that cost nothing. */
export type Dispatcher = {
  /** Makes a webhook known. @returns its connection's id */
  webhook(url: string): string
  /** Tells of a delivery as NATS does. */
  offer(pending: PendingDelivery): void
}

/** What is offered while a lease is about to end counts for nothing, and here nothing else tells of it. */
const LEASE_MS = 10 * 60_000

/**
 * Runs for the length of a bench.
 * @param delivered told of each delivery that came through, when its outcome is in the log
 */
export function startDispatcher(lab: Lab, pool: pg.Pool, delivered: () => void): Dispatcher {
  const webhooks = new Map<string, WebhookEntry>()
  const ending = new AbortController()
  let hear: (message: Msg) => void = () => undefined
  const client = webhookClient({
    isAllowed: addressPolicy(['127.0.0.0/8']),
    timeoutMs: DEFAULT_TIMES.timeoutMs,
  })
  const ended = runDispatch({
    store: nothing,
    journal: counting(delivered),
    // Nothing is given up for good here.
    commands: {} as ExecuteDeps,
    pool,
    nats: {
      subscribe(_: string, callback: typeof hear) {
        hear = callback
      },
    } as unknown as Nats,
    registry: { webhook: (id) => webhooks.get(id), reached: async () => undefined },
    vault: { get: async () => 'whsec_c2VjcmV0IG9mIHRoZSBiZW5jaCwgMzIgYnl0ZXM=' },
    client,
    log: createLogger('bench', 'error'),
    signal: ending.signal,
    times: { leaseMs: LEASE_MS },
  })
  lab.after(async () => {
    ending.abort()
    await ended
    await client.close()
  })
  return {
    webhook(url) {
      const entry = entryOf(url)
      webhooks.set(entry.connection_id, entry)
      return entry.connection_id
    },
    offer({ body, ...pending }) {
      const carried = JSON.stringify(pending)
      const subject = `${pending.event}.${pending.account_id}.${pending.connection_id}`
      hear({ subject, data: body, headers: { get: () => carried } } as unknown as Msg)
    },
  }
}

const nothing = {
  async *readAll() {
    // An empty log.
  },
} as unknown as EventStore

function counting(delivered: () => void): Journal {
  let position = 0n
  return {
    async record(_, events) {
      for (const { type, data } of events)
        if (type === 'DeliveryAttempted')
          if ((data as DeliveryAttempted['data']).outcome === 'delivered') delivered()
      position += BigInt(events.length)
      return { position, revision: position }
    },
  }
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
    previous_secret_ref: null,
    previous_until: null,
  }
}
