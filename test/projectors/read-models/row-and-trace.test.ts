import { randomUUID } from 'node:crypto'
import { messageId, providerMessageId } from '@recado/application/ids'
import { messageSteps } from '@recado/application/trace/message-steps'
import { statusOf } from '@recado/application/trace/state-after'
import { tracedWhy } from '@recado/application/trace/why'
import type { Fact } from '@recado/domain/decision'
import type { MessageSentElsewhere, SendError } from '@recado/domain/message/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Statement } from '@recado/infra/postgres/sql'
import { findMessage } from '@recado/query-api/trace/find-message'
import { readFacts } from '@recado/query-api/trace/read-facts'
import fc from 'fast-check'
import { test } from 'tap'
import { connectionId } from '../../examples/connection.ts'
import {
  accepted,
  contactId,
  conversationId,
  sendRequested,
  statusReported,
  textReceived,
} from '../../examples/conversation-facts.ts'
import { EVERY_FACT } from '../../examples/every-fact.ts'
import { projecting } from '../../kit/projecting.ts'
import { projections } from '../../kit/projections.ts'
import { stored } from '../../kit/stored.ts'

/** The facts that decide the status of a send, by what the log may hold of them in any order. */
const at = (n: number) => `2026-01-01T09:20:0${n}.000Z`
const error = { code: 'outcome_unknown', class: 'unknown', title: 'Nobody knows', details: null }
const SAID = {
  gave_up: (id: string) => ({
    type: 'MessageSendGivenUp',
    data: { message_id: id, error, given_up_at: at(3) },
  }),
  refused: (id: string) => ({
    type: 'MessageSendRefused',
    data: { message_id: id, attempt: 2, error, request: null, answer: null, refused_at: at(2) },
  }),
  taken: (id: string) => accepted(id, `wamid.${id}`),
  taken_again: (id: string) => accepted(id, `wamid.again.${id}`),
  /** The gateway's echo, which is joined with the send by its text. */
  echoed: (id: string) => echo(id),
  sent: (id: string) => statusReported(`wamid.${id}`, 'sent', 4),
  failed: (id: string) => statusReported(`wamid.${id}`, 'failed', 5),
  /** Arrives in any order, and is older and another failure. */
  failed_before: (id: string) => failedBefore(id),
  delivered_again: (id: string) => statusReported(`wamid.again.${id}`, 'delivered', 6),
  /** Of an id that no acceptance names, found by our own value. */
  sent_unnamed: (id: string) => statusReported(`wamid.unnamed.${id}`, 'sent', 4, id),
  failed_unnamed: (id: string) => statusReported(`wamid.unnamed.${id}`, 'failed', 7, id),
} as const
type Said = keyof typeof SAID

const STATUSES: readonly (readonly [readonly Said[], string])[] = [
  [['taken'], 'pending'],
  [['gave_up'], 'failed'],
  [['gave_up', 'taken'], 'sent'],
  [['refused', 'taken'], 'sent'],
  [['taken', 'gave_up'], 'pending'],
  [['gave_up', 'taken', 'failed'], 'failed'],
  [['gave_up', 'failed', 'taken'], 'failed'],
  [['failed', 'taken', 'gave_up'], 'failed'],
  [['gave_up', 'taken', 'failed', 'taken_again', 'delivered_again'], 'delivered'],
  [['taken', 'failed', 'taken_again'], 'failed'],
  // Later words of ours change nothing.
  [['gave_up', 'taken', 'refused'], 'sent'],
  [['gave_up', 'taken', 'refused', 'taken_again'], 'sent'],
  [['taken', 'refused', 'taken_again'], 'pending'],
  [['refused', 'gave_up', 'failed', 'taken', 'gave_up'], 'failed'],
  // An echo proves that the send was taken.
  [['echoed', 'gave_up'], 'pending'],
  [['echoed', 'taken_again', 'sent'], 'sent'],
  [['gave_up', 'echoed'], 'failed'],
  // One send under two ids, of which the log's acceptances name one.
  [['sent_unnamed', 'taken'], 'sent'],
  [['failed_unnamed', 'taken', 'sent'], 'failed'],
  [['sent_unnamed', 'gave_up', 'taken', 'failed'], 'failed'],
  // The earliest failure explains, however late it comes, and never our own beside the provider's.
  [['taken', 'failed_before', 'failed'], 'failed'],
  [['taken', 'failed', 'failed_before'], 'failed'],
  [['gave_up', 'failed', 'failed_before', 'taken'], 'failed'],
]

test('the trace shows what the message shows, and why it failed', async (t) => {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  const orders = fc.sample(fc.shuffledSubarray(Object.keys(SAID) as Said[]), 100)
  const told = [...STATUSES.map(([said]) => said), ...orders].map(factsOf)
  await read.given(gateway, ...told.flatMap(({ events }) => events))
  const rows = await read.query<Shown>('select * from messages')
  const shown = new Map(rows.map((row) => [row.id, row]))
  for (const [n, { id, said, events }] of told.entries()) {
    const row = shown.get(id)
    const traced = await tracedOf(id, events, row)
    const expected = STATUSES[n]?.[1] ?? traced.status
    const { error } = JSON.parse(row?.doc ?? '{}')
    t.strictSame(
      { row: row?.status, trace: traced.status, why: traced.why },
      { row: expected, trace: expected, why: expected === 'failed' ? saysOf(error) : undefined },
      said.join(', '),
    )
  }
})

test('a message is found by each id under which a provider knows it', async (t) => {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  const { id, events } = factsOf(['taken', 'taken_again', 'delivered_again'])
  const [inbound, sameName] = [randomUUID(), randomUUID()]
  // Two numbers of the account write to each other: what one sent and the other received has one id.
  const there = { ...textReceived(sameName, `wamid.${id}`).data, connection_id: randomUUID() }
  await read.given(
    ...[gateway, ...events],
    stored(`message-${inbound}`, textReceived(inbound, '3EB0AA')),
    stored(`message-${sameName}`, { type: 'MessageReceived', data: there }),
  )
  const [row] = await read.query<Shown>('select * from messages where id = $1', [id])
  const connections = [{ id: connectionId }, { id: there.connection_id }]
  const find = (text: string, accountId = row?.account_id ?? '') =>
    findMessage(text, {
      accountId,
      registry: { connectionsOf: () => connections as never },
      run: (({ text, values }: Statement) => read.query(text, values)) as never,
    })
  for (const name of [id, id.toUpperCase(), String(row?.log_id), `wamid.${id}`])
    t.equal(await find(name), id, name)
  t.equal(await find(`wamid.again.${id}`), id, 'accepted twice')
  for (const long of [
    'false_553187654321@c.us_',
    'true_99:1@lid_',
    'false_99_2@s.whatsapp.net_',
    '',
  ])
    t.equal(await find(`${long}3EB0AA`), inbound, long)
  const none = ['other_553187654321@c.us_3EB0AA', 'false_1@g.us_3EB0AA_55@c.us', '3eb0aa', '', '0']
  for (const name of [...none, '99999999999999999999']) t.equal(await find(name), null, name)
  for (const name of [String(row?.log_id), `wamid.${id}`, `wamid.again.${id}`, '3EB0AA'])
    t.equal(await find(name, randomUUID()), null, `${name} of another account`)
})

type Shown = {
  readonly id: string
  readonly account_id: string
  readonly log_id: string | number
  readonly status: string
  readonly doc: string
  readonly provider_message_id: string | null
  readonly earlier_provider_ids: readonly string[] | null
}

const gateway = stored(`connection-${connectionId}`, {
  type: 'ConnectionRegistered',
  data: { ...EVERY_FACT.ConnectionRegistered, connection_id: connectionId, type: 'freemium' },
})

/** A send of which this is said, as events of the log in this order. */
function factsOf(said: readonly Said[]) {
  const id = randomUUID()
  const requested = sendRequested(id)
  const facts = [
    // Its own text, by which no other send's echo can be its own.
    { ...requested, data: { ...requested.data, text: id } },
    ...said.map((one) => SAID[one](id)),
  ]
  return { id, said, events: facts.map((fact) => stored(streamOf(fact), fact)) }
}

function streamOf(fact: Fact): string {
  const { message_id, intent } = fact.data as {
    message_id?: string
    intent?: { provider_message_id: string }
  }
  if (message_id !== undefined) return `message-${message_id}`
  return `providerMessage-${providerMessageId({ connection_id: connectionId, provider_message_id: intent?.provider_message_id ?? '' })}`
}

function echo(id: string): MessageSentElsewhere {
  const name = `wamid.${id}`
  const { data } = textReceived(
    messageId({ connection_id: connectionId, provider_message_id: name }),
    name,
  )
  const intent = { ...data.intent, text: id, payload: { source: 'api' } }
  const ids = {
    connection_id: connectionId,
    conversation_id: conversationId,
    contact_id: contactId,
  }
  return { type: 'MessageSentElsewhere', data: { ...data, ...ids, intent } }
}

function failedBefore(id: string) {
  const { type, data } = statusReported(`wamid.${id}`, 'failed', 4)
  const errors = [{ code: 131047, title: 'Re-engagement message', error_data: { details: '24 h' } }]
  return { type, data: { ...data, intent: { ...data.intent, errors } } }
}

async function tracedOf(id: string, events: readonly RecordedEvent[], row: Shown | undefined) {
  const readStream = async function* (stream: string) {
    yield* events.filter((event) => event.stream === stream)
  }
  const names = [row?.provider_message_id ?? null, ...(row?.earlier_provider_ids ?? [])]
  const { facts } = await readFacts({ readStream } as never, id, names)
  const { state } = messageSteps(facts, { actorName: () => null, rawEvent: () => null })
  const status = statusOf(state)
  return { status, why: tracedWhy(state, [])?.says }
}

function saysOf({ code, title, details }: SendError): string {
  return [code, title, details].filter((part) => part !== null).join(' · ')
}
