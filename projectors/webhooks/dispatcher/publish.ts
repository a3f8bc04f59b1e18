import { isOptIn } from '@recado/contract/whatsapp-event-names'
import { DAY_MS } from '@recado/domain/durations'
import { type Native, nativeText } from '@recado/domain/native-json'
import type { Nats } from '@recado/infra/nats/connect'
import { subjectToken } from '@recado/infra/nats/subject-token'
import { createInbox, type NatsConnection, nanos } from 'nats'
import type { Committed } from '../../engine/run-projector.ts'
import { rawEvents } from '../../read-models/raw-events.ts'
import { deliveries } from '../projection/delivery-rows.ts'
import { outboundEvents } from '../projection/outbound-rows.ts'
import { type DeliveryCarrier, deliveryCarrier } from './carried-delivery.ts'
import { type PendingDelivery, pendingDeliveryOf } from './pending-delivery.ts'
import { pendingPublications } from './pending-publications.ts'

const WHATSAPP_STREAM = 'WHATSAPP'
/** Subjects: event name, account, connection; raw provider events below `whatsapp.raw`. */
export const WHATSAPP_SUBJECTS = 'whatsapp.>'

/**
 * Publishes the deliveries that the projector has just committed. Its `afterCommit` never waits and never fails:
 * dispatchers find in Postgres what NATS does not take.
 * @param masterKey seals the deliveries, which proves to dispatchers too that they are ours
 * @param replicas how many servers keep the stream; null leaves that to the operator
 * @param freshMs older deliveries come from replayed history and are not published; equals the stream's
 * de-duplication window, so that a delivery published twice counts once
 * @param schema of the read models that the projector keeps
 */
export function publishFresh(
  nats: Nats,
  options: {
    masterKey: Buffer
    freshMs?: number
    now?: () => number
    replicas?: number | null
    schema?: string
  },
): { afterCommit(committed: Committed): void } {
  const { freshMs = 120_000, now = Date.now, replicas = null } = options
  const carrier = deliveryCarrier(options.masterKey, options.schema)
  const inbox = createInbox()
  const publications = pendingPublications(now)
  let serial = 0
  // One shared reply subject: a request with a timer and a promise per message would be eight times slower.
  nats.subscribe(`${inbox}.*`, ({ subject }) =>
    publications.answered(Number(subject.slice(inbox.length + 1))),
  )
  nats.onConnect(publications.forget)
  nats.onConnect((connection) => ensureStream(connection, freshMs, replicas))
  return {
    afterCommit(committed) {
      const connection = nats.current()
      if (connection === null) return
      for (const pending of freshOf(committed, now() - freshMs)) {
        if (publications.isFull()) return
        serial += 1
        publications.published(serial)
        if (!isTaken(connection, pending, carrier, `${inbox}.${serial}`))
          publications.answered(serial)
      }
    },
  }
}

function freshOf(committed: Committed, since: number): PendingDelivery[] {
  const rows = committed.inserted(deliveries)
  if (rows.length === 0) return []
  const told = new Map(committed.inserted(outboundEvents).map((row) => [row.id, row.body]))
  const raw = new Map(committed.inserted(rawEvents).map((row) => [row.id, row.payload]))
  return (
    rows
      // Notices have no subject, being rare; a sweep finds them.
      .filter((row) => row.status === 'pending' && !isOptIn(row.event))
      .filter((row) => Date.parse(row.created_at) >= since)
      .sort((a, b) => a.position - b.position)
      .flatMap((row) => {
        const body = told.get(row.event_id) ?? nativeBody(raw.get(row.event_id))
        // Redeliveries have events of earlier batches, and tests have none: the dispatcher reads both from Postgres.
        return body === null ? [] : [pendingDeliveryOf(row, body)]
      })
  )
}

function nativeBody(payload: Native | undefined): string | null {
  return payload === undefined ? null : nativeText(payload)
}

/** False when publishing throws: the message is larger than NATS allows, or the connection has just ended. */
function isTaken(
  connection: NatsConnection,
  pending: PendingDelivery,
  carrier: DeliveryCarrier,
  reply: string,
): boolean {
  const { headers, data } = carrier.messageOf(pending)
  try {
    connection.publish(subjectOf(pending), data, { headers, reply })
    return true
  } catch {
    return false
  }
}

function subjectOf({ event, account_id, connection_id }: PendingDelivery): string {
  const name = event.startsWith('whatsapp.') ? event : `whatsapp.raw.${subjectToken(event)}`
  return `${name}.${account_id}.${connection_id}`
}

async function ensureStream(
  connection: NatsConnection,
  windowMs: number,
  replicas: number | null,
): Promise<void> {
  const manager = await connection.jetstreamManager()
  const config = {
    subjects: [WHATSAPP_SUBJECTS],
    max_age: nanos(7 * DAY_MS),
    duplicate_window: nanos(windowMs),
    ...(replicas !== null && { num_replicas: replicas }),
  }
  await manager.streams
    .add({ name: WHATSAPP_STREAM, ...config })
    .catch(() => manager.streams.update(WHATSAPP_STREAM, config))
}
