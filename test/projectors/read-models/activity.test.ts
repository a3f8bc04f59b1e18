import { randomUUID } from 'node:crypto'
import { providerMessageId } from '@recado/application/ids'
import type { Counts } from '@recado/application/read-models/figures'
import type { Fact } from '@recado/domain/decision'
import type { MessageSendRefused } from '@recado/domain/message/events'
import type { ProviderStatus } from '@recado/domain/provider-message/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import fc from 'fast-check'
import { type Test, test } from 'tap'
import { accountId } from '../../examples/account.ts'
import { connectionId } from '../../examples/connection.ts'
import {
  accepted,
  contactCreated,
  contactId,
  conversationId,
  conversationOpened,
  phoneLinked,
  sendRequested,
  statusReported,
  textReceived,
} from '../../examples/conversation-facts.ts'
import { type Projecting, projecting, recorded } from '../../kit/projecting.ts'
import { projections } from '../../kit/projections.ts'
import { histories, historyOf, shortened } from './retention/history.ts'

type Cell = { readonly at: string; readonly counts: Counts }

const said = (stream: string, fact: Fact, at: string) =>
  recorded(stream, fact, { account_id: accountId, at })
const ofMessage = (fact: Fact & { data: { message_id: string } }, at: string) =>
  said(`message-${fact.data.message_id}`, fact, at)
const ofProvider = (wamid: string, fact: Fact, at = '2026-01-01T23:00:00.000Z') =>
  said(
    `providerMessage-${providerMessageId({ connection_id: connectionId, provider_message_id: wamid })}`,
    fact,
    at,
  )
const aPerson = () => {
  const at = '2026-01-01T08:00:00.000Z'
  return [
    said(`contact-${contactId}`, contactCreated, at),
    said(`contact-${contactId}`, phoneLinked, at),
    said(`conversation-${conversationId}`, conversationOpened, at),
  ]
}
/** A time after nine o'clock. */
const nine = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 9, 0, seconds)).toISOString()

const received = (at: string, more = {}) =>
  ofMessage(textReceived(randomUUID(), `wamid.${randomUUID()}`, more), at)
const requested = (id: string, at: string) => {
  const fact = sendRequested(id)
  return said(`message-${id}`, { ...fact, data: { ...fact.data, requested_at: at } }, at)
}
const taken = (id: string, at: string) => ofMessage(accepted(id, `wamid.${id}`), at)
const told = (id: string, status: ProviderStatus, seconds: number) =>
  ofProvider(`wamid.${id}`, statusReported(`wamid.${id}`, status, seconds))

async function opened(t: Test): Promise<Projecting> {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  await read.given(...aPerson())
  return read
}

const cells = (read: Projecting) =>
  read.query<Cell>('select at, counts from activity_counts where minutes = 15 order by id')
async function sums(read: Projecting): Promise<Counts> {
  const rows = await read.query<{ name: string; n: number }>(
    `select name, sum(n::int)::int as n from activity_counts, jsonb_each_text(counts) c (name, n)
     where minutes = 60 group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

test("a message is counted in the quarter-hour of its event's time in the log", async (t) => {
  const read = await opened(t)
  await read.given(received(nine(14 * 60)), received(nine(16 * 60)), received(nine(17 * 60)))
  t.same(await cells(read), [
    { at: nine(0), counts: { received: 1, waits: 1 } },
    { at: nine(15 * 60), counts: { received: 2 } },
  ])
})

test('a send is counted under its furthest status, in the hour it was requested', async (t) => {
  const read = await opened(t)
  const id = randomUUID()
  await read.given(requested(id, nine(0)))
  t.same(await cells(read), [{ at: nine(0), counts: { 'outbound.pending': 1 } }])
  await read.given(taken(id, nine(1)), told(id, 'sent', 2))
  t.same(await sums(read), { 'outbound.sent': 1 })
  await read.given(told(id, 'delivered', 4_000))
  t.same(await sums(read), { 'delivered_in.5400': 1, 'outbound.delivered': 1 })
  await read.given(told(id, 'read', 5_000))
  t.same(await cells(read), [
    { at: nine(0), counts: { 'delivered_in.5400': 1, 'outbound.read': 1 } },
  ])
})

test('a failure is counted under its class until a later status shows that the message was delivered', async (t) => {
  const read = await opened(t)
  const id = randomUUID()
  await read.given(requested(id, nine(0)), taken(id, nine(1)), told(id, 'failed', 2))
  t.same(await sums(read), { 'failed.undeliverable': 1, 'outbound.failed': 1 })
  await read.given(told(id, 'delivered', 9))
  t.same(await sums(read), { 'delivered_in.10': 1, 'outbound.delivered': 1 })
})

test('a contact waits from the first unanswered message until a reply is accepted by the provider', async (t) => {
  const read = await opened(t)
  const id = randomUUID()
  await read.given(received(nine(0)), received(nine(60)))
  t.equal((await sums(read)).waits, 1, 'a second message is part of the same wait')
  await read.given(requested(id, nine(100)))
  t.equal((await sums(read))['answered_in.120'], undefined, 'a requested send is not yet a reply')
  await read.given(taken(id, nine(101)))
  t.match(await sums(read), { waits: 1, 'answered_in.120': 1 })
  await read.given(received(nine(200)))
  t.match(await sums(read), { waits: 2, 'answered_in.120': 1 })
})

test('a send requested before the inbound message is no reply, nor is a refused send; a reaction awaits no reply', async (t) => {
  const read = await opened(t)
  const [early, refused] = [randomUUID(), randomUUID()]
  const { data } = accepted(refused, '')
  const error = { code: 131_026, class: 'undeliverable', title: 'No', details: null }
  const no: MessageSendRefused = {
    type: 'MessageSendRefused',
    data: { ...data, error, refused_at: nine(30) },
  }
  await read.given(requested(early, nine(0)), received(nine(10)), taken(early, nine(11)))
  await read.given(requested(refused, nine(20)), ofMessage(no, nine(21)))
  const known = await sums(read)
  t.equal(known.waits, 1)
  t.notOk(Object.keys(known).some((name) => name.startsWith('answered_in')))
  const other = await opened(t)
  await other.given(received(nine(10), { message_type: 'reaction' }))
  t.same(await sums(other), { received: 1 }, 'nobody waits for an answer to a reaction')
})

const sends = fc.array(
  fc.record({
    second: fc.nat(7_200),
    statuses: fc.uniqueArray(fc.constantFrom('sent', 'delivered', 'read', 'failed'), {
      minLength: 0,
    }),
    isIn: fc.boolean(),
  }),
  { minLength: 5, maxLength: 30 },
)

test('in any order and with any repetition of statuses, the figures equal those of the lists', async (t) => {
  await fc.assert(
    fc.asyncProperty(sends, fc.infiniteStream(fc.nat(1_000)), async (asked, dice) => {
      const talk = asked
        .toSorted((a, b) => a.second - b.second)
        .map((of) => ({ ...of, id: randomUUID() }))
      const facts = [...aPerson(), ...talk.flatMap(begun)]
      const statuses = talk.flatMap(reports)
      const shuffled = [...statuses, ...statuses]
        .map((fact) => ({ fact, place: dice.next().value }))
        .sort((a, b) => Number(a.place) - Number(b.place))
        .map(({ fact }) => again(fact))
      const live = await fed([...facts, ...statuses], 7)
      const other = await fed([...facts, ...shuffled], 3)
      try {
        t.strictSame(await counted(live), await inLists(live))
        t.strictSame(await cells(other), await cells(live))
        t.strictSame(await counted(other), await inLists(other))
      } finally {
        await Promise.all([live.close(), other.close()])
      }
    }),
    { numRuns: 5 },
  )
})

test('repeated facts are counted once', async (t) => {
  const read = await opened(t)
  const id = randomUUID()
  const facts = [received(nine(0)), requested(id, nine(5)), taken(id, nine(6))]
  await read.given(...facts, told(id, 'read', 9))
  const known = await cells(read)
  await read.given(...facts.map(again), again(told(id, 'read', 9)))
  t.strictSame(await cells(read), known)
})

test('deleted data is no longer counted, live or after a rebuild from what is left', async (t) => {
  await fc.assert(
    fc.asyncProperty(histories, fc.integer({ min: 1, max: 40 }), async (steps, size) => {
      const history = historyOf(steps)
      const live = await fed(history.facts, size)
      const short = await fed(shortened(history), 1_000)
      try {
        t.strictSame(await counted(live), await inLists(live))
        t.strictSame(await cells(short), await cells(live))
      } finally {
        await Promise.all([live.close(), short.close()])
      }
    }),
    { numRuns: 3 },
  )
})

type Said = { id: string; second: number; isIn: boolean; statuses: readonly ProviderStatus[] }

function begun({ id, second, isIn }: Said): RecordedEvent[] {
  const at = nine(second)
  return isIn ? [received(at)] : [requested(id, at), taken(id, at)]
}

function reports({ id, second, isIn, statuses }: Said): RecordedEvent[] {
  return isIn ? [] : statuses.map((status, n) => told(id, status, second + n * 7))
}

/** The same fact at another position of the log. */
function again(event: RecordedEvent): RecordedEvent {
  const { position } = said('x', { type: 'x', data: {} }, nine(0))
  return { ...event, position }
}

async function fed(facts: readonly RecordedEvent[], size: number): Promise<Projecting> {
  const read = await projecting(projections)
  let batch: RecordedEvent[] = []
  for (const [n, fact] of facts.entries()) {
    batch.push(fact)
    const isLast = n === facts.length - 1
    if (batch.length < size && fact.type !== 'RetentionApplied' && !isLast) continue
    await read.given(...batch)
    batch = []
  }
  const parked = await read.query('select type, error from parked_events')
  if (parked.length > 0) throw new Error(JSON.stringify(parked[0]))
  return read
}

const GRAINS = [
  [60, '1 hour'],
  [15, '15 minutes'],
] as const

/** The figures that the lists show too. */
async function counted(read: Projecting): Promise<readonly object[][]> {
  return Promise.all(
    GRAINS.map(([minutes]) =>
      read.query(`select connection_id, at, name, n::int from activity_counts,
          jsonb_each_text(counts) c (name, n)
        where minutes = ${minutes} and name not like 'answered_in.%' and name <> 'waits'
        order by connection_id, at, name collate "C"`),
    ),
  )
}

async function inLists(read: Projecting): Promise<readonly object[][]> {
  return Promise.all(GRAINS.map(([, length]) => inListsBy(read, length)))
}

function inListsBy(read: Projecting, length: string): Promise<object[]> {
  const at = `date_bin('${length}', created_at, timestamptz '2000-01-01 00:00Z') as at`
  return read.query(`
    select connection_id, at, name, sum(n)::int as n from (
      select connection_id, ${at}, 1 as n,
        case direction when 'inbound' then 'received' else 'outbound.' || status end as name
        from messages
      union all select connection_id, ${at}, 1, 'failed.' || (error ->> 'class')
        from messages where status = 'failed'
      union all select connection_id, ${at}, 1, 'delivered_in.' || (
          select min(b) from unnest(array[1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 45, 60, 90]) b
          where delivered_at - created_at <= b * interval '1 second')
        from messages where origin = 'api' and delivered_at is not null
      union all select connection_id, ${at}, 1, 'deliveries.' || status
        from deliveries where listed_in is not null
      union all select connection_id, ${at}, attempts, 'attempts'
        from deliveries where listed_in is not null and attempts > 0) listed
    group by 1, 2, 3 order by connection_id, at, name collate "C"`)
}
