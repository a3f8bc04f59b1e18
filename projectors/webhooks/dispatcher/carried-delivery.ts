import type { PendingDelivery } from './pending-delivery.ts'

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

/** Checks each field, because any program may publish: a wrong ordinal would stall a queue. @throws on a wrong field */
export function readCarried(text: string): Carried {
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
