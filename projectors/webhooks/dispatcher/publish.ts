import { READ_SCHEMA } from '@recado/application/read-models/schema'
import type { Nats } from '@recado/infra/nats/connect'
import { createInbox, headers, type Msg, type NatsConnection, nanos } from 'nats'
import type { Committed } from '../../engine/run-projector.ts'
import { rawEvents } from '../../read-models/raw-events.ts'
import { deliveries } from '../projection/delivery-rows.ts'
import { outboundEvents } from '../projection/outbound-rows.ts'
import { readCarried } from './carried-delivery.ts'
import { type PendingDelivery, pendingDeliveryOf } from './pending-delivery.ts'
import { unansweredPublications } from './unanswered.ts'

/** The stream of outbound events, kept for seven days. */
const WHATSAPP_STREAM = 'WHATSAPP'
/** Subjects of the stream: event name, account, connection; raw provider events below `whatsapp.raw`. */
export const WHATSAPP_SUBJECTS = 'whatsapp.>'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Carries a delivery to the dispatchers that work by the same read models, and to no others: the projector of another release
 * may number the deliveries of a webhook otherwise.
 */
const deliveryHeader = (schema: string) => `Recado-Delivery-${schema}`

/**
 * Publishes the deliveries that the projector has just committed: give its `afterCommit` to the projector. Never waits and
 * never fails: dispatchers find in Postgres what NATS does not take.
 * @param replicas how many servers keep the stream; null leaves that to the operator
 * @param freshMs older deliveries come from history that is read again and are not published; keep it at the stream's
 * de-duplication window, so that a delivery published twice counts once
 * @param schema of the read models that the projector keeps
 */
export function publishFresh(
  nats: Nats,
  options: {
    freshMs?: number
    now?: () => number
    replicas?: number | null
    schema?: string
  } = {},
): { afterCommit(committed: Committed): void } {
  const { freshMs = 120_000, now = Date.now, replicas = null, schema = READ_SCHEMA } = options
  const header = deliveryHeader(schema)
  const inbox = createInbox()
  const unanswered = unansweredPublications(now)
  let serial = 0
  // One reply subject for all: a request with a timer and a promise per message would be eight times slower.
  nats.subscribe(`${inbox}.*`, ({ subject }) =>
    unanswered.answered(Number(subject.slice(inbox.length + 1))),
  )
  nats.onConnect(unanswered.forget)
  nats.onConnect((connection) => ensureStream(connection, freshMs, replicas))
  return {
    afterCommit(committed) {
      const connection = nats.current()
      if (connection === null) return
      for (const pending of freshOf(committed, now() - freshMs)) {
        if (unanswered.isFull()) return
        serial += 1
        unanswered.published(serial)
        if (!isTaken(connection, pending, header, `${inbox}.${serial}`)) unanswered.answered(serial)
      }
    },
  }
}

/**
 * The pending delivery in a message of the stream; undefined when another program published it, or another release.
 * @throws when it is none of ours after all: the sweep finds in Postgres what it stands for
 */
export function pendingFrom(message: Msg, schema = READ_SCHEMA): PendingDelivery | undefined {
  const carried = message.headers?.get(deliveryHeader(schema))
  if (!carried) return undefined
  const pending = { ...readCarried(carried), body: Buffer.from(message.data) }
  if (!message.subject.endsWith(`.${pending.connection_id}`))
    throw new Error(`${message.subject} carries a delivery of another connection`)
  return pending
}

function freshOf(committed: Committed, since: number): PendingDelivery[] {
  const rows = committed.inserted(deliveries)
  if (rows.length === 0) return []
  const told = new Map(committed.inserted(outboundEvents).map((row) => [row.id, row.body]))
  const raw = new Map(committed.inserted(rawEvents).map((row) => [row.id, row.payload]))
  return rows
    .filter((row) => row.status === 'pending' && Date.parse(row.created_at) >= since)
    .sort((a, b) => a.position - b.position)
    .flatMap((row) => {
      const body = told.get(row.event_id) ?? nativeBody(raw.get(row.event_id))
      // A redelivery's event is of an earlier batch, a test's never was: the dispatcher reads those.
      return body === null ? [] : [pendingDeliveryOf(row, body)]
    })
}

function nativeBody(payload: object | undefined): string | null {
  return payload === undefined ? null : JSON.stringify(payload)
}

/** A message that is larger than NATS takes throws, as one on a connection that has just ended does. */
function isTaken(
  connection: NatsConnection,
  { body, ...pending }: PendingDelivery,
  header: string,
  reply: string,
): boolean {
  const head = headers()
  head.set('Nats-Msg-Id', pending.id)
  head.set(header, JSON.stringify(pending))
  try {
    connection.publish(subjectOf(pending), body, { headers: head, reply })
    return true
  } catch {
    return false
  }
}

function subjectOf({ event, account_id, connection_id }: Omit<PendingDelivery, 'body'>): string {
  const name = event.startsWith('whatsapp.') ? event : `whatsapp.raw.${token(event)}`
  return `${name}.${account_id}.${connection_id}`
}

/** A provider's name for its event as one token of a subject. */
function token(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_') || '_'
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
