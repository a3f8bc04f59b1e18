import { randomUUID } from 'node:crypto'
import type { Nats } from '@recado/infra/nats/connect'
import type { Committed } from '@recado/projectors/engine/run-projector'
import { deliveryCarrier } from '@recado/projectors/webhooks/dispatcher/carried-delivery'
import type { PendingDelivery } from '@recado/projectors/webhooks/dispatcher/pending-delivery'
import { publishFresh } from '@recado/projectors/webhooks/dispatcher/publish'
import { deliveries } from '@recado/projectors/webhooks/projection/delivery-rows'
import { outboundEvents } from '@recado/projectors/webhooks/projection/outbound-rows'
import fc from 'fast-check'
import { headers, type Msg, type MsgHdrs, type NatsConnection } from 'nats'
import { test } from 'tap'

const masterKey = Buffer.alloc(32, 1)
const carrier = deliveryCarrier(masterKey)

/** A NATS that takes everything and answers only what it is told to. */
function mute() {
  const replies: string[] = []
  const messages: Pick<Msg, 'subject' | 'data' | 'headers'>[] = []
  let handler: (message: Msg) => void = () => undefined
  const connection = {
    publish(subject: string, data: Buffer, of: { reply: string; headers: MsgHdrs }) {
      replies.push(of.reply)
      messages.push({ subject, data, headers: of.headers })
    },
  } as unknown as NatsConnection
  const nats: Nats = {
    current: () => connection,
    subscribe: (_subject, given) => {
      handler = given
    },
    onConnect: () => undefined,
    close: async () => undefined,
  }
  return { nats, replies, messages, answer: (subject: string) => handler({ subject } as Msg) }
}

function committed(count: number, at: number): Committed {
  const rows = Array.from({ length: count }, (_, ordinal) => ({
    id: randomUUID(),
    event_id: `event ${ordinal}`,
    event: 'whatsapp.message.received',
    account_id: 'account',
    connection_id: 'connection',
    webhook_id: 'webhook',
    origin: 'event',
    conversation_id: null,
    sequence: null,
    ordinal: ordinal + 1,
    correlation_id: 'request',
    traceparent: null,
    attempts: 0,
    next_at: null,
    status: 'pending',
    position: ordinal,
    created_at: new Date(at).toISOString(),
  }))
  const told = rows.map((row) => ({ id: row.event_id, body: '{}' }))
  const inserted = (table: unknown) =>
    table === deliveries ? rows : table === outboundEvents ? told : []
  return { position: 0n, lag_ms: 0, inserted: inserted as Committed['inserted'] }
}

test('a missing acknowledgement holds up later publications only for a while', async (t) => {
  const { nats, replies } = mute()
  let now = Date.parse('2026-01-01T09:00:00.000Z')
  const publisher = publishFresh(nats, { masterKey, now: () => now })
  publisher.afterCommit(committed(6_000, now))
  t.equal(replies.length, 5_000, 'the limit of unacknowledged publications')
  now += 60_000
  publisher.afterCommit(committed(10, now))
  t.equal(replies.length, 5_010)
})

test('an acknowledgement makes room for one publication, however often it arrives', async (t) => {
  const { nats, replies, answer } = mute()
  const now = Date.parse('2026-01-01T09:00:00.000Z')
  const publisher = publishFresh(nats, { masterKey, now: () => now })
  publisher.afterCommit(committed(6_000, now))
  for (const _ of [1, 2, 3]) answer(replies[0] ?? '')
  publisher.afterCommit(committed(10, now))
  t.equal(replies.length, 5_001)
})

test('a delivery that NATS refuses stops neither the projector nor the other deliveries', async (t) => {
  const { nats, replies } = mute()
  const connection = nats.current() as unknown as { publish: (...given: unknown[]) => void }
  const publish = connection.publish
  let calls = 0
  connection.publish = (...given) => {
    calls += 1
    if (calls === 1) throw new Error('MAX_PAYLOAD_EXCEEDED')
    publish(...given)
  }
  const now = Date.parse('2026-01-01T09:00:00.000Z')
  const publisher = publishFresh(nats, { masterKey, now: () => now })
  publisher.afterCommit(committed(3, now))
  t.equal(replies.length, 2)
  publisher.afterCommit(committed(6_000, now))
  t.equal(replies.length, 5_000, 'the refused delivery does not count as unacknowledged')
})

test('a dispatcher ignores what the read models of another release publish', async (t) => {
  const { nats, messages } = mute()
  const now = Date.parse('2026-01-01T09:00:00.000Z')
  publishFresh(nats, { masterKey, now: () => now, schema: 'read_next' }).afterCommit(
    committed(1, now),
  )
  const [message] = messages as unknown as [Msg]
  t.equal(carrier.read(message), undefined)
  t.match(deliveryCarrier(masterKey, 'read_next').read(message), { ordinal: 1 })
})

/** A message as a dispatcher gets it, by somebody who has our master key. */
function messageOf(subject: string, carried: object, body: Buffer): Msg {
  return {
    subject,
    ...carrier.messageOf({ ...carried, body } as PendingDelivery),
  } as unknown as Msg
}

test('a dispatcher reads what was published, and refuses anything incomplete', async (t) => {
  const { nats, messages } = mute()
  const now = Date.parse('2026-01-01T09:00:00.000Z')
  publishFresh(nats, { masterKey, now: () => now }).afterCommit(committed(1, now))
  const [message] = messages as unknown as [Msg]
  const pending = carrier.read(message)
  if (pending === undefined) throw new Error('nothing was published')
  const { body, ...carried } = pending
  t.equal(String(body), '{}')
  t.notMatch(String(message.data), /\{\}/, 'NATS keeps it, and nobody reads it there')
  t.match(carried, { ordinal: 1, connection_id: 'connection', event_id: 'event 0' })

  t.equal(carrier.read({ ...message, headers: undefined } as unknown as Msg), undefined)
  const read = (changed: object, subject = message.subject) =>
    carrier.read(messageOf(subject, changed, body))
  t.same(read({ ...carried, of_tomorrow: 1 }), { ...carried, body })
  t.throws(() => read(carried, 'whatsapp.message.received.account.other'), /another connection/)
  for (const name of Object.keys(carried).filter((name) => name !== 'id')) {
    const { [name as keyof typeof carried]: _, ...others } = carried
    t.throws(() => read(others), new RegExp(`^${name} of`), name)
  }
  for (const wrong of [
    { id: '' },
    { ordinal: 0 },
    { ordinal: '1' },
    { origin: 'toString' },
    { attempts: -1 },
  ])
    t.throws(() => read({ ...carried, ...wrong }))
})

test('a dispatcher takes no body that another program publishes', async (t) => {
  const { nats, messages } = mute()
  const now = Date.parse('2026-01-01T09:00:00.000Z')
  publishFresh(nats, { masterKey, now: () => now }).afterCommit(committed(1, now))
  const [message] = messages as unknown as [Msg]
  const forged = { ...message, data: Buffer.from('{"forged":true}') } as unknown as Msg
  t.equal(carrier.read(forged), undefined)
  const renumbered = headers()
  for (const [name, values] of message.headers ?? [])
    renumbered.set(name, String(values).replace('"ordinal":1', '"ordinal":2'))
  t.equal(carrier.read({ ...message, headers: renumbered } as unknown as Msg), undefined)
  const others = deliveryCarrier(Buffer.alloc(32, 2))
  t.equal(others.read(message), undefined, 'nor one by another key')
})

/** What each field of a delivery may be. */
const KINDS: Readonly<Record<keyof Omit<PendingDelivery, 'body'>, readonly string[]>> = {
  ...{ id: ['string'], account_id: ['string'], connection_id: ['string'], webhook_id: ['string'] },
  ...{ origin: ['string'], event: ['string'], event_id: ['string'], created_at: ['string'] },
  ...{ conversation_id: ['string', 'null'], sequence: ['number', 'null'], ordinal: ['number'] },
  ...{ position: ['number'], attempts: ['number'], next_at: ['string', 'null'] },
  ...{ correlation_id: ['string'], traceparent: ['string', 'null'] },
}

test('from any published JSON a dispatcher gets a whole delivery or none', async (t) => {
  const { nats, messages } = mute()
  const now = Date.parse('2026-01-01T09:00:00.000Z')
  publishFresh(nats, { masterKey, now: () => now }).afterCommit(committed(1, now))
  const [message] = messages as unknown as [Msg]
  const { body, ...whole } = carrier.read(message) as PendingDelivery
  const kindOf = (value: unknown) => (value === null ? 'null' : typeof value)
  const names = Object.keys(KINDS) as (keyof typeof KINDS)[]
  const change = fc.record({ name: fc.constantFrom(...names), value: fc.jsonValue() })
  let accepted = 0
  fc.assert(
    fc.property(fc.array(change, { maxLength: 2 }), (changes) => {
      const replaced = Object.fromEntries(changes.map(({ name, value }) => [name, value]))
      try {
        const read = carrier.read(messageOf(message.subject, { ...whole, ...replaced }, body))
        accepted += 1
        return names.every((name) => KINDS[name].includes(kindOf(read?.[name])))
      } catch {
        return true
      }
    }),
  )
  t.ok(accepted > 0, `${accepted} were accepted`)
})
