import { createHmac, timingSafeEqual } from 'node:crypto'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { headers, type Msg, type MsgHdrs } from 'nats'
import type { PendingDelivery } from './pending-delivery.ts'

/** What the key of the MAC is derived for. */
const PURPOSE = 'deliveries on NATS\0'
const MAC_HEADER = 'Recado-Mac'

export type DeliveryCarrier = {
  headersOf(pending: PendingDelivery): MsgHdrs
  /** The pending delivery in a message; undefined for other publishers and releases. @throws for invalid content */
  read(message: Msg): PendingDelivery | undefined
}

/**
 * Writes and reads the deliveries that NATS carries between processes on the same read models: another release may
 * number the deliveries of a webhook differently. A dispatcher signs and posts what it reads, so a MAC proves that the
 * publisher has our master key. Processes with different keys find each other's deliveries in Postgres.
 */
export function deliveryCarrier(masterKey: Buffer, schema: string = READ_SCHEMA): DeliveryCarrier {
  const header = `Recado-Delivery-${schema}`
  const key = createHmac('sha256', masterKey).update(PURPOSE).update(header).digest()
  const macOf = (carried: string, body: Uint8Array) =>
    createHmac('sha256', key).update(carried).update('\0').update(body).digest('base64')
  return {
    headersOf({ body, ...pending }) {
      const carried = JSON.stringify(pending)
      const head = headers()
      head.set('Nats-Msg-Id', pending.id)
      head.set(header, carried)
      head.set(MAC_HEADER, macOf(carried, body))
      return head
    },
    read({ headers: head, data, subject }) {
      const carried = head?.get(header)
      if (!carried || !isSame(head?.get(MAC_HEADER), macOf(carried, data))) return undefined
      const pending = { ...readCarried(carried), body: Buffer.from(data) }
      if (!subject.endsWith(`.${pending.connection_id}`))
        throw new Error(`${subject} carries a delivery of another connection`)
      return pending
    },
  }
}

function isSame(told: string | undefined, mac: string): boolean {
  return told?.length === mac.length && timingSafeEqual(Buffer.from(told), Buffer.from(mac))
}

type Carried = Omit<PendingDelivery, 'body'>

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string' && value !== ''
const isTextOrNull: Check = (value) => value === null || isText(value)
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0
const isPlace: Check = (value) => isCount(value) && value !== 0
const isTime: Check = (value) => isText(value) && !Number.isNaN(Date.parse(String(value)))
const ORIGINS: Readonly<Record<PendingDelivery['origin'], true>> = {
  ...{ event: true, redelivery: true, recovery: true, test: true },
}

/** Lists every field of a carried delivery: a missing one does not compile. */
const FIELDS: Readonly<Record<keyof Carried, Check>> = {
  id: isText,
  account_id: isText,
  connection_id: isText,
  webhook_id: isText,
  origin: (value) => typeof value === 'string' && Object.hasOwn(ORIGINS, value),
  event: isText,
  event_id: isText,
  conversation_id: isTextOrNull,
  sequence: (value) => value === null || isPlace(value),
  ordinal: isPlace,
  position: isCount,
  correlation_id: isText,
  traceparent: isTextOrNull,
  attempts: isCount,
  next_at: (value) => value === null || isTime(value),
  created_at: isTime,
}

const CHECKS = Object.entries(FIELDS) as [keyof Carried, Check][]

/** Checks each field, because another build may have published it on the same read models. @throws on a wrong field */
function readCarried(text: string): Carried {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) throw new Error('a delivery is an object')
  const carried: Partial<Record<keyof Carried, unknown>> = {}
  for (const [name, isRight] of CHECKS) {
    const field = (value as Carried)[name]
    if (!isRight(field)) throw new Error(`${name} of a carried delivery is wrong`)
    carried[name] = field
  }
  return carried as Carried
}
