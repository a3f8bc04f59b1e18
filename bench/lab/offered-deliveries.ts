import { randomUUID } from 'node:crypto'
import type { PendingDelivery } from '@recado/projectors/webhooks/dispatcher/pending-delivery'
import type { Dispatcher } from './dispatcher.ts'
import { textReceived } from './facts.ts'

const EVENT = 'whatsapp.message.received'

/** The deliveries of one webhook. */
export type Lane = {
  readonly url: string
  /** The next delivery, of a new conversation. */
  next(): PendingDelivery
}

/** Registers a webhook at an address. */
export function openQueue(dispatcher: Dispatcher, url: string): Lane {
  const connection_id = dispatcher.webhook(url)
  const [account_id, webhook_id] = [randomUUID(), randomUUID()]
  let ordinal = 0
  return {
    url,
    next() {
      ordinal += 1
      const ids = { id: randomUUID(), event_id: randomUUID(), conversation_id: randomUUID() }
      return {
        ...{ ...ids, account_id, connection_id, webhook_id, ordinal, position: ordinal },
        ...{ origin: 'event', event: EVENT, sequence: ordinal, attempts: 0 },
        ...{ correlation_id: ids.event_id, traceparent: null, next_at: null },
        created_at: new Date().toISOString(),
        body: bodyOf(ids.event_id, account_id, connection_id, ordinal),
      }
    },
  }
}

function bodyOf(id: string, account_id: string, connection_id: string, sequence: number): Buffer {
  const { data: message } = textReceived()
  const { conversation_id, recorded_at: timestamp } = message
  const data = { conversation_id, contact: { id: message.contact_id, name: 'Ana Reis' }, message }
  return Buffer.from(
    JSON.stringify({ id, type: EVENT, timestamp, account_id, connection_id, sequence, data }),
  )
}
