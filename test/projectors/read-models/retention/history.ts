import { randomUUID } from 'node:crypto'
import { deliveryId, recoveredDeliveryId, webhookId } from '@recado/application/ids'
import { deletableDay } from '@recado/domain/retention/deletable-day'
import type { KeptJournal, RetentionApplied } from '@recado/domain/retention/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { dayOf, dayStream, lastingStream } from '@recado/infra/event-store/journal'
import fc from 'fast-check'
import { accountId } from '../../../examples/account.ts'
import { connectionId } from '../../../examples/connection.ts'
import { contactId, conversationId, textReceived } from '../../../examples/conversation-facts.ts'
import { recorded } from '../../../kit/projecting.ts'

const HOUR_MS = 60 * 60 * 1000
const BEGIN = Date.parse('2026-01-01T00:00:00.000Z')
const CONNECTIONS = [connectionId, '3a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d99'] as const

/** A step, with the hours since the previous step. */
type Step = {
  readonly hours: number
  readonly what:
    | 'raw'
    | 'set_aside'
    | 'message'
    | 'attempt'
    | 'again'
    | 'raw_gone'
    | 'deliveries_gone'
  readonly which: number
  readonly days: number
}

/** Days of an account: raw events, deliveries and their outcomes, and an occasional retention run. */
export const histories = fc.array(
  fc.record({
    hours: fc.constantFrom(0, 0, 1, 5, 13, 24),
    what: fc.constantFrom<Step['what']>(
      ...(['raw', 'raw', 'message', 'message', 'attempt', 'attempt', 'again'] as const),
      ...(['set_aside', 'raw_gone', 'deliveries_gone'] as const),
    ),
    which: fc.nat(1_000),
    days: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 30, maxLength: 120, size: 'max' },
)

/** A history as facts of the log, and for each journal the time before which nothing is kept in the end. */
export type History = {
  readonly facts: readonly RecordedEvent[]
  readonly gone: Readonly<Record<KeptJournal, string>>
  /** The time of recording, by raw event and by outbound event. */
  readonly times: ReadonlyMap<string, string>
}

/** The facts of a history. */
export function historyOf(steps: readonly Step[]): History {
  const facts: RecordedEvent[] = CONNECTIONS.map(configured)
  const deliveries: Asked[] = []
  const gone: Record<KeptJournal, string> = { providerEvent: '', webhookDelivery: '' }
  const times = new Map<string, string>()
  let now = BEGIN
  for (const step of steps) {
    now += step.hours * HOUR_MS + 1
    const at = new Date(now).toISOString()
    const connection_id = CONNECTIONS[step.which % 2] ?? connectionId
    const chosen = deliveries[step.which % Math.max(1, deliveries.length)]
    if (step.what === 'attempt' && chosen) facts.push(attempted(chosen, step.which, at))
    if (step.what === 'again' && chosen) {
      const asked = { ...chosen, delivery_id: randomUUID(), attempts: 0 }
      deliveries.push(asked)
      facts.push(askedAgain(chosen, asked, at))
    }
    if (step.what === 'set_aside') facts.push(setAside(at))
    if (step.what === 'raw' || step.what === 'message') {
      const parts = step.which % 5 === 0 ? 2 : 0
      const id = randomUUID()
      // Parts come before the record that names them.
      if (step.what === 'raw') facts.push(...partsOf(id, parts, at))
      const fact =
        step.what === 'raw' ? raw(id, connection_id, at, parts) : message(connection_id, at)
      facts.push(fact)
      times.set(fact.id, at)
      deliveries.push(newDelivery(connection_id, fact.id))
    }
    if (step.what === 'raw_gone' || step.what === 'deliveries_gone') {
      const category = step.what === 'raw_gone' ? 'providerEvent' : 'webhookDelivery'
      const before = midnight(now - step.days * 24 * HOUR_MS, step.which)
      if (before <= gone[category]) continue
      gone[category] = before
      facts.push(applied(accountId, category, before, at))
      if (category === 'providerEvent') facts.push(applied(null, category, before, at))
    }
  }
  return { facts, gone, times }
}

/**
 * Two messages from before the webhook are recovered, one delivery given up since is recovered again, and two more
 * messages arrive. Then retention deletes the first two messages, their deliveries, and the first recovery.
 */
export function recoveredHistory(): Pick<History, 'facts' | 'gone'> {
  const day = (n: number) => new Date(BEGIN + n * 24 * HOUR_MS).toISOString()
  const gaveUp = (event: RecordedEvent, at: string) => {
    const of = newDelivery(connectionId, event.id)
    const data = {
      ...of,
      webhook_id: webhookId(connectionId),
      reason: 'exhausted',
      given_up_at: at,
    }
    const stream = dayStream('webhookDelivery', connectionId, new Date(at))
    return fact(stream, 'DeliveryGivenUp', data, at)
  }
  // Positions grow with each fact.
  const [first, second] = [message(connectionId, day(0)), message(connectionId, day(0))]
  const before = [first, second, configured(connectionId)]
  const whole = recovery([first, second], day(1), true)
  const lost = gaveUp(second, day(2))
  const third = message(connectionId, day(9))
  const since = [gaveUp(third, day(10)), message(connectionId, day(10))]
  const again = recovery([third], day(11), false)
  const end = applied(accountId, 'webhookDelivery', day(8), day(12))
  const facts = [...before, ...whole, lost, third, ...since, ...again, end]
  return { facts, gone: { providerEvent: '', webhookDelivery: day(8) } }
}

/** @param isFirst whether the events had no delivery before */
function recovery(events: readonly RecordedEvent[], at: string, isFirst: boolean): RecordedEvent[] {
  const [recovery_id, webhook_id] = [randomUUID(), webhookId(connectionId)]
  const of = { recovery_id, connection_id: connectionId }
  const own = (type: string, data: object) =>
    fact(`deliveryRecovery-${recovery_id}`, type, { ...of, ...data }, at)
  const found = events.length
  return [
    own('RecoveryRequested', { webhook_id, since: at, requested_at: at }),
    ...events.map((event) => {
      const first = deliveryId({ event_id: event.id, webhook_id })
      const delivery_id = isFirst
        ? first
        : recoveredDeliveryId({ event_id: event.id, webhook_id, recovery_id })
      const data = { ...of, delivery_id, event_id: event.id, webhook_id, recovered_at: at }
      const stream = lastingStream('webhookDelivery', connectionId, recovery_id)
      return fact(stream, 'DeliveryRecovered', data, at)
    }),
    own('RecoveryAdvanced', { from: -1, through: 1_000_000, found, advanced_at: at }),
    own('RecoveryCompleted', { found, enqueued: found, completed_at: at }),
  ]
}

/** The log after the streams of all deletable days were deleted and the server was scavenged. */
export function shortened({ facts, gone }: History): readonly RecordedEvent[] {
  return facts.filter(({ stream }) => {
    const day = dayOf(stream)
    const category = stream.slice(0, stream.indexOf('-')) as KeptJournal
    return day === null || gone[category] === '' || day > deletableDay(gone[category])
  })
}

type Asked = {
  readonly delivery_id: string
  readonly connection_id: string
  readonly event_id: string
  attempts: number
}

function newDelivery(connection_id: string, event_id: string): Asked {
  return {
    delivery_id: deliveryId({ event_id, webhook_id: webhookId(connection_id) }),
    ...{ connection_id, event_id, attempts: 0 },
  }
}

/** An occasional retention within the day, because one run deletes a bounded number. */
function midnight(time: number, which: number): string {
  const day = `${new Date(time).toISOString().slice(0, 10)}T00:00:00.000Z`
  return which % 3 === 0 ? new Date(Date.parse(day) - 7 * HOUR_MS).toISOString() : day
}

function fact(stream: string, type: string, data: object, at: string): RecordedEvent {
  return recorded(stream, { type, data }, { account_id: accountId, at })
}

function configured(connection_id: string): RecordedEvent {
  const data = {
    ...{ webhook_id: webhookId(connection_id), connection_id, account_id: accountId },
    ...{ url: 'https://crm.example/hook', events: ['messages', 'whatsapp.message.received'] },
    ...{ active: true, secret_ref: 's1', configured_at: new Date(BEGIN).toISOString() },
  }
  return fact(`webhook-${connection_id}`, 'WebhookConfigured', data, data.configured_at)
}

function raw(
  id: string,
  connection_id: string,
  received_at: string,
  payload_parts: number,
): RecordedEvent {
  const data = {
    ...{ connection_id, source: 'official', event: 'messages', payload: { at: received_at } },
    ...{ body: '{}', signature: null, body_sha256: 'x', received_at, payload_parts },
  }
  const stream = dayStream('providerEvent', connection_id, new Date(received_at))
  return { ...fact(stream, 'ProviderEventReceived', data, received_at), id }
}

/** A payload too large for one record has a stream of its own. */
function partsOf(id: string, parts: number, received_at: string): RecordedEvent[] {
  const stream = dayStream('providerEvent', id, new Date(received_at))
  return Array.from({ length: parts }, (_, part) => {
    const data = { raw_event_id: id, part, parts, body: part === 0 ? '{' : '}', received_at }
    return fact(stream, 'ProviderPayloadReceived', data, received_at)
  })
}

function setAside(received_at: string): RecordedEvent {
  const data = {
    ...{ connection_id: null, source: 'official', event: 'unknown', payload: {}, received_at },
    ...{ body: null, signature: null, body_sha256: 'x' },
    set_aside: { reason: 'too_deep', bytes: 9, connection_id: null },
  }
  const stream = dayStream('providerEvent', 'unrouted', new Date(received_at))
  const of = fact(stream, 'ProviderEventReceived', data, received_at)
  return { ...of, metadata: { ...of.metadata, account_id: null } }
}

function message(connection_id: string, at: string): RecordedEvent {
  const id = randomUUID()
  const { data } = textReceived(id, `wamid.${id}`)
  const ids = { connection_id, conversation_id: conversationId, contact_id: contactId }
  return fact(`message-${id}`, 'MessageReceived', { ...data, ...ids }, at)
}

function attempted(of: Asked, which: number, attempted_at: string): RecordedEvent {
  of.attempts += 1
  const outcome = which % 3 === 0 ? 'failed' : 'delivered'
  const data = {
    ...{ delivery_id: of.delivery_id, connection_id: of.connection_id, event_id: of.event_id },
    ...{ webhook_id: webhookId(of.connection_id), sequence: null, attempt: of.attempts, outcome },
    ...{ http_status: 200, error: null, took_ms: 5, target_url: 'https://crm.example/hook' },
    ...{ next_at: outcome === 'failed' ? attempted_at : null, answer_excerpt: null, attempted_at },
  }
  const stream = dayStream('webhookDelivery', of.connection_id, new Date(attempted_at))
  return fact(stream, 'DeliveryAttempted', data, attempted_at)
}

function askedAgain(original: Asked, asked: Asked, requested_at: string): RecordedEvent {
  const data = {
    ...{ delivery_id: asked.delivery_id, original_delivery_id: original.delivery_id },
    ...{ webhook_id: webhookId(asked.connection_id), connection_id: asked.connection_id },
    ...{ event_id: asked.event_id, requested_at },
  }
  const stream = dayStream('webhookDelivery', asked.connection_id, new Date(requested_at))
  return fact(stream, 'RedeliveryRequested', data, requested_at)
}

function applied(
  account_id: string | null,
  category: KeptJournal,
  before: string,
  applied_at: string,
): RecordedEvent {
  const data: RetentionApplied['data'] = { account_id, category, before, applied_at }
  const of = fact(`retention-${account_id}`, 'RetentionApplied', data, applied_at)
  return { ...of, metadata: { ...of.metadata, account_id } }
}
