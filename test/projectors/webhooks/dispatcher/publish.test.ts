import { randomUUID } from 'node:crypto'
import type { Nats } from '@recado/infra/nats/connect'
import type { Committed } from '@recado/projectors/engine/run-projector'
import { publishFresh } from '@recado/projectors/webhooks/dispatcher/publish'
import { deliveries } from '@recado/projectors/webhooks/projection/delivery-rows'
import { outboundEvents } from '@recado/projectors/webhooks/projection/outbound-rows'
import type { Msg, NatsConnection } from 'nats'
import { test } from 'tap'

/** A NATS that takes everything and answers only what it is told to. */
function mute() {
  const replies: string[] = []
  let handler: (message: Msg) => void = () => undefined
  const connection = {
    publish: (_subject: string, _body: unknown, { reply }: { reply: string }) =>
      void replies.push(reply),
  } as unknown as NatsConnection
  const nats: Nats = {
    current: () => connection,
    subscribe: (_subject, given) => {
      handler = given
    },
    onConnect: () => undefined,
    close: async () => undefined,
  }
  return { nats, replies, answer: (subject: string) => handler({ subject } as Msg) }
}

function committed(count: number, at: number): Committed {
  const rows = Array.from({ length: count }, (_, ordinal) => ({
    id: randomUUID(),
    event_id: `event ${ordinal}`,
    event: 'whatsapp.message.received',
    account_id: 'account',
    connection_id: 'connection',
    status: 'pending',
    position: ordinal,
    created_at: new Date(at).toISOString(),
  }))
  const told = rows.map((row) => ({ id: row.event_id, body: '{}' }))
  const inserted = (table: unknown) =>
    table === deliveries ? rows : table === outboundEvents ? told : []
  return { position: 0n, lag_ms: 0, caughtUp: true, inserted: inserted as Committed['inserted'] }
}

test('an acknowledgement that never comes holds up later publications for a while only', async (t) => {
  const { nats, replies } = mute()
  let now = Date.parse('2026-01-01T09:00:00.000Z')
  const publisher = publishFresh(nats, { now: () => now })
  publisher.afterCommit(committed(6_000, now))
  t.equal(replies.length, 5_000, 'so many may be without an answer')
  now += 60_000
  publisher.afterCommit(committed(10, now))
  t.equal(replies.length, 5_010)
})

test('an acknowledgement makes room for one publication, however often it comes', async (t) => {
  const { nats, replies, answer } = mute()
  const now = Date.parse('2026-01-01T09:00:00.000Z')
  const publisher = publishFresh(nats, { now: () => now })
  publisher.afterCommit(committed(6_000, now))
  for (const _ of [1, 2, 3]) answer(replies[0] ?? '')
  publisher.afterCommit(committed(10, now))
  t.equal(replies.length, 5_001)
})
