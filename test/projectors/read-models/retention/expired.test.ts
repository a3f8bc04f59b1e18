import { createHash, randomUUID } from 'node:crypto'
import { mediaId, messageId, providerMessageId } from '@recado/application/ids'
import type { Fact } from '@recado/domain/decision'
import type { MessageIntent } from '@recado/domain/message/events'
import { keptSince } from '@recado/domain/retention/deletable-day'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { erasedData, isSealed, openData } from '@recado/infra/sealing/sealed-fact'
import fc from 'fast-check'
import { test } from 'tap'
import { accountId } from '../../../examples/account.ts'
import { connectionId, connectionRegistered } from '../../../examples/connection.ts'
import {
  accepted,
  callReceived,
  contactCreated,
  contactId,
  conversationId,
  conversationOpened,
  phoneLinked,
  sendRequested,
  statusReported,
  textReceived,
} from '../../../examples/conversation-facts.ts'
import { type Projecting, projecting, recorded } from '../../../kit/projecting.ts'
import { projections } from '../../../kit/projections.ts'
import { sealedWhole } from '../../../kit/sealed.ts'

/** Histories tried; `EXPIRY_RUNS` sets another number. */
const RUNS = Number(process.env.EXPIRY_RUNS ?? 6)
const BEGIN = Date.parse('2026-01-01T00:00:00.000Z')
const HOUR_MS = 3_600_000
const KEY = Buffer.alloc(32, 7)
const pseudonym = (value: string) => createHash('md5').update(value).digest()

const WHATS = [
  ...([
    'received',
    'received',
    'other_phone',
    'placeholder',
    'content',
    'edited',
    'revoked',
  ] as const),
  ...(['echo', 'asked', 'accepted', 'refused', 'unresolved', 'status', 'again', 'call'] as const),
  ...(['imported', 'imported_media', 'file', 'expire', 'expire'] as const),
]
type What = (typeof WHATS)[number]
type Step = {
  readonly what: What
  readonly hours: number
  readonly which: number
  readonly days: number
}

const histories = fc.array(
  fc.record<Step>({
    what: fc.constantFrom(...WHATS),
    hours: fc.constantFrom(0, 1, 7, 20),
    which: fc.nat(1_000),
    days: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 30, maxLength: 90, size: 'max' },
)

/** What a history brings after the messages were let go of goes with the next day. */
const LAST: Step = { what: 'expire', hours: 24, which: 0, days: 1 }

type Written = { readonly id: string; readonly wamid: string; readonly what: What }
type Log = { readonly facts: RecordedEvent[]; readonly expired: string[] }

/** The facts of a history, and the times before which what was said has expired. */
function logOf(steps: readonly Step[]): Log {
  const [facts, expired, written]: [RecordedEvent[], string[], Written[]] = [[], [], []]
  let now = BEGIN
  const add = (stream: string, fact: Fact) =>
    facts.push(recorded(stream, fact, { account_id: accountId, at: new Date(now).toISOString() }))
  add(`connection-${connectionId}`, connectionRegistered)
  add(`contact-${contactId}`, contactCreated)
  add(`contact-${contactId}`, phoneLinked)
  add(`conversation-${conversationId}`, conversationOpened)
  for (const step of [...steps, LAST]) {
    now += step.hours * HOUR_MS + 1
    if (step.what === 'expire') {
      const before = keptSince(new Date(now), step.days)
      expired.push(before)
      const of = { account_id: accountId, before }
      const kept = { category: 'webhookDelivery', applied_at: before }
      add('retention-a', { type: 'RetentionApplied', data: { ...of, ...kept } })
      add('retention-a', { type: 'MessagesExpired', data: { ...of, expired_at: before } })
    } else for (const [stream, fact] of factsOf(step, now, written)) add(stream, fact)
  }
  return { facts, expired }
}

const placed = (id: string, fact: Fact): [string, Fact] => [`message-${id}`, fact]

function factsOf(step: Step, now: number, written: Written[]): readonly [string, Fact][] {
  const { what, which } = step
  const wamid = `wamid.${written.length}`
  const at = new Date(now - (which % 50) * HOUR_MS).toISOString()
  const chosen = written[which % Math.max(1, written.length)]
  const begin = (id = messageId({ connection_id: connectionId, provider_message_id: wamid })) => {
    written.push({ id, wamid, what })
    return id
  }
  const said = { text: `palavra ${written.length}`, provider_timestamp: at }
  const more: Partial<MessageIntent> = { ...said, payload: { text: { body: said.text } } as never }
  switch (what) {
    case 'received':
      return [receivedAs('MessageReceived', begin(), wamid, more)]
    case 'other_phone':
      return [receivedAs('MessageReceived', begin(), wamid, { ...more, party: otherParty(which) })]
    case 'placeholder':
      return [
        receivedAs('MessageReceived', begin(), wamid, { ...more, message_type: 'unsupported' }),
      ]
    case 'edited':
      return [receivedAs('MessageEdited', begin(), wamid, more, chosen?.wamid ?? wamid)]
    case 'revoked':
      return [receivedAs('MessageRevoked', begin(), wamid, more, chosen?.wamid ?? wamid)]
    case 'echo':
      return [receivedAs('MessageSentElsewhere', begin(), wamid, more)]
    case 'call':
      return [[`call-${randomUUID()}`, callReceived(`call.${written.length}`, at)]]
    case 'content':
    case 'again': {
      if (chosen === undefined || SENT.has(chosen.what)) return []
      const type = what === 'content' ? 'MessageContentReceived' : 'MessageRetranslated'
      const [stream, fact] = receivedAs(type, chosen.id, chosen.wamid, more)
      return [[stream, { ...fact, data: { ...fact.data, reading: 1 } }]]
    }
    case 'asked': {
      const request = sendRequested(begin(randomUUID()))
      return [
        placed(request.data.message_id, {
          ...request,
          data: { ...request.data, ...TEXT(said.text) },
        }),
      ]
    }
    case 'accepted':
    case 'refused':
    case 'unresolved':
      return chosen?.what === 'asked' ? [outcomeOf(what, chosen)] : []
    case 'status': {
      if (chosen === undefined) return []
      const of = { connection_id: connectionId, provider_message_id: chosen.wamid }
      const status = which % 3 === 0 ? 'failed' : 'delivered'
      return [
        [
          `providerMessage-${providerMessageId(of)}`,
          statusReported(chosen.wamid, status, which % 60),
        ],
      ]
    }
    case 'imported':
    case 'imported_media':
      return [importedAs(what, begin(), wamid, at, said.text)]
    case 'file':
      return [fileNamed(`file-${which % 7}`, said.text, new Date(now).toISOString())]
    case 'expire':
      return []
  }
}

const SENT: ReadonlySet<What> = new Set(['asked', 'imported', 'imported_media'])
const TEXT = (text: string) => ({ text, content: { body: text } as never })
const ids = { connection_id: connectionId, conversation_id: conversationId, contact_id: contactId }

function otherParty(which: number): MessageIntent['party'] {
  const { party } = textReceived('', '').data.intent
  return which % 2 === 0
    ? { ...party, business_scoped_user_id: `BR.${which}` }
    : { ...party, phone: '5531900000000', username: `ana.${which}` }
}

function receivedAs(
  type: string,
  id: string,
  wamid: string,
  more: Partial<MessageIntent>,
  original_provider_message_id?: string,
): [string, Fact] {
  const { data } = textReceived(id, wamid, more)
  const original = original_provider_message_id && { original_provider_message_id }
  return placed(id, { type, data: { ...data, ...original } })
}

function outcomeOf(
  what: 'accepted' | 'refused' | 'unresolved',
  { id, wamid }: Written,
): [string, Fact] {
  const request = { text: { body: 'palavra' } }
  if (what === 'accepted') {
    const fact = accepted(id, wamid)
    return placed(id, { ...fact, data: { ...fact.data, request } })
  }
  const of = { ...ids, message_id: id, attempt: 1, request }
  const error = { code: 1, class: 'undeliverable', title: 'No', details: null }
  return what === 'refused'
    ? placed(id, {
        type: 'MessageSendRefused',
        data: { ...of, error, answer: null, refused_at: AT },
      })
    : placed(id, { type: 'MessageSendUnresolved', data: { ...of, unresolved_at: AT } })
}

const AT = '2026-01-01T09:20:01.000Z'

function importedAs(
  what: What,
  id: string,
  wamid: string,
  at: string,
  text: string,
): [string, Fact] {
  const content = {
    provider_message_id: wamid,
    message_type: 'text',
    text,
    content: { body: text },
  }
  const said = { ...content, reply_to_message_id: null }
  const of = { ...ids, message_id: id, raw_event_id: randomUUID(), recorded_at: at }
  const { party } = textReceived('', '').data.intent
  const placedIn = { party, provider_timestamp: at, direction: 'inbound', status: 'received' }
  return what === 'imported'
    ? [
        `importedMessage-${id}`,
        { type: 'MessageImported', data: { ...of, intent: { ...said, ...placedIn } } },
      ]
    : [`importedMessage-${id}`, { type: 'ImportedMediaReceived', data: { ...of, intent: said } }]
}

function fileNamed(
  provider_media_id: string,
  filename: string,
  received_at: string,
): [string, Fact] {
  const of = { connection_id: connectionId, provider_media_id }
  const data = { ...of, message_id: randomUUID(), mime_type: 'image/png', filename, received_at }
  return [`media-${mediaId(of)}`, { type: 'MediaReceived', data }]
}

/** The fact as it is read once the keys of what was said are destroyed. */
function expiredFact(fact: RecordedEvent): RecordedEvent {
  const of = { kid: 'batch.0', fact: fact.id, type: fact.type }
  const stored = sealedWhole(fact, of, KEY, pseudonym)
  if (!isSealed(stored, 'said')) return fact
  const kept = isSealed(stored, 'kept') ? openData(stored, 'kept', of, KEY) : stored
  return { ...fact, data: erasedData(kept), expired: true }
}

const TABLES = {
  messages: 'account_pos',
  message_words: 'log_id',
  imported_messages: 'id',
  media: 'id',
  conversations: 'id',
  contacts: 'id',
  provider_messages: 'id',
  unmatched_sends: 'id',
  retention: 'id',
  list_totals: 'id',
  outbound_events: 'log_id',
}

async function rowsOf(read: Projecting): Promise<object> {
  const entries = Object.entries(TABLES).map(async ([table, order]) => [
    table,
    await read.query(`select * from ${table} order by ${order}`),
  ])
  return Object.fromEntries(await Promise.all(entries))
}

async function built(facts: readonly RecordedEvent[], size: number): Promise<Projecting> {
  const read = await projecting(projections)
  for (let n = 0; n < facts.length; n += size) {
    const { parked } = await read.given(...facts.slice(n, n + size))
    if (parked > 0) throw new Error('a fact was set aside')
  }
  return read
}

test('rows that are built from a log without what has expired equal those that saw it', async (t) => {
  const places = fc.integer({ min: 0, max: 10 })
  await fc.assert(
    fc.asyncProperty(
      histories,
      fc.integer({ min: 1, max: 40 }),
      places,
      async (steps, size, place) => {
        const { facts, expired } = logOf(steps)
        const [last = ''] = expired.toSorted().slice(-1)
        // Keys are destroyed later than rows lose what they say, or not yet.
        const until = new Date(Date.parse(last || '2026-01-01') - place * 5 * HOUR_MS).toISOString()
        const left = facts.map((fact) =>
          fact.metadata.recorded_at < until ? expiredFact(fact) : fact,
        )
        const [live, rebuilt] = [await built(facts, size), await built(left, 25)]
        try {
          const rows = await rowsOf(live)
          t.strictSame(await rowsOf(rebuilt), rows)
          const shown = JSON.stringify(await live.query(SHOWN_BEFORE, [last || '2026-01-01']))
          t.notMatch(shown, /palavra/, 'nothing that was said before is shown')
        } finally {
          await Promise.all([live.close(), rebuilt.close()])
        }
      },
    ),
    { numRuns: RUNS },
  )
})

const SHOWN_BEFORE = `
  select doc, history_doc, payload::text from messages where created_at < $1
  union all select doc, history_doc, null from imported_messages where aged_from < $1
  union all select filename, null, null from media where appeared_at < $1
  union all select doc, null, null from conversations where last_message_at < $1`
