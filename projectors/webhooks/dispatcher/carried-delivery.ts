import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { headers, type Msg, type MsgHdrs } from 'nats'
import type { PendingDelivery } from './pending-delivery.ts'

/** What the key is derived for. */
const PURPOSE = 'deliveries on NATS\0'
const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type DeliveryCarrier = {
  /** The message that carries a delivery. */
  messageOf(pending: PendingDelivery): { readonly headers: MsgHdrs; readonly data: Buffer }
  /** The pending delivery in a message; undefined for other publishers and releases. @throws for invalid content */
  read(message: Pick<Msg, 'headers' | 'data' | 'subject'>): PendingDelivery | undefined
}

/**
 * Writes and reads the deliveries that NATS carries between processes on the same read models: another release may
 * number the deliveries of a webhook differently. NATS keeps its messages for days, so the body is sealed under a key that
 * is derived from our master key; and as a dispatcher signs and posts what it reads, that proves too who published it.
 * Processes with different keys find each other's deliveries in Postgres.
 */
export function deliveryCarrier(masterKey: Buffer, schema: string = READ_SCHEMA): DeliveryCarrier {
  const header = `Recado-Delivery-${schema}`
  const key = createHmac('sha256', masterKey).update(PURPOSE).update(header).digest()
  return {
    messageOf({ body, ...pending }) {
      const carried = JSON.stringify(pending)
      const head = headers()
      head.set('Nats-Msg-Id', pending.id)
      head.set(header, carried)
      return { headers: head, data: sealBody(key, carried, body) }
    },
    read({ headers: head, data, subject }) {
      const carried = head?.get(header)
      const body = carried ? openBody(key, carried, Buffer.from(data)) : undefined
      if (!carried || body === undefined) return undefined
      const pending = { ...readCarried(carried), body }
      if (!subject.endsWith(`.${pending.connection_id}`))
        throw new Error(`${subject} carries a delivery of another connection`)
      return pending
    },
  }
}

function sealBody(key: Buffer, carried: string, body: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(carried))
  return Buffer.concat([nonce, cipher.update(body), cipher.final(), cipher.getAuthTag()])
}

/** The body; undefined when another key sealed it, or it belongs to another delivery. */
function openBody(key: Buffer, carried: string, data: Buffer): Buffer | undefined {
  if (data.length < NONCE_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv(ALGORITHM, key, data.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(carried))
    .setAuthTag(data.subarray(-TAG_BYTES))
  try {
    const opened = decipher.update(data.subarray(NONCE_BYTES, -TAG_BYTES))
    return Buffer.concat([opened, decipher.final()])
  } catch {
    return undefined
  }
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
