import { randomUUID } from 'node:crypto'
import { newEvents } from '@recado/application/commands/command-context'
import { systemContext } from '@recado/application/commands/system-context'
import type { WebhookDeliveryEvent } from '@recado/domain/webhook-delivery/events'
import { AppendTooLarge } from '@recado/infra/event-store/errors'
import type { Journal } from '@recado/infra/event-store/event-store'
import { createLogger } from '@recado/infra/logger'
import { recordOutcomes } from '@recado/projectors/webhooks/dispatcher/outcomes'
import { jsonBytes } from '@recado/translation/bounded-fields'
import { test } from 'tap'
import { eventually } from '../../../kit/eventually.ts'

const OUTCOMES = 120
/** The most that the store takes in one append, in bytes. */
const MAX_APPEND = 1024 * 1024
const at = '2026-01-01T09:00:00.000Z'

/** An endpoint's answer, chosen by the endpoint: each of these characters takes six bytes in a fact. */
function failed(of: { webhook_id: string; connection_id: string }): WebhookDeliveryEvent {
  return {
    type: 'DeliveryAttempted',
    data: {
      ...of,
      ...{ delivery_id: randomUUID(), event_id: randomUUID(), sequence: null, attempt: 1 },
      ...{ outcome: 'failed', http_status: 500, error: 'answered 500', took_ms: 1 },
      ...{ target_url: 'https://crm.example/hook', next_at: null, attempted_at: at },
      answer_excerpt: '\u0001'.repeat(4_096),
    },
  }
}

/** A journal whose first append is slow and which limits an append as the store does. */
function slowJournal() {
  let append = () => {}
  const appends = new Promise<void>((resolve) => {
    append = resolve
  })
  const recorded = new Set<string>()
  const journal: Journal = {
    async record(stream, events) {
      await appends
      const bytes = events.map(({ type, data, metadata }) =>
        jsonBytes([data, metadata, type, type]),
      )
      if (bytes.reduce((sum, each) => sum + each, 0) > MAX_APPEND) throw new AppendTooLarge(stream)
      for (const { id } of events) recorded.add(id)
      return { revision: 0n, position: 1n }
    },
  }
  return { journal, recorded, append: () => append() }
}

test('outcomes that waited together reach the log, whatever the endpoints answered', async (t) => {
  const { journal, recorded, append } = slowJournal()
  const stop = new AbortController()
  t.teardown(() => stop.abort())
  const log = createLogger('test', 'silent')
  const given = { journal, log, signal: stop.signal, onRoom: () => undefined }
  const outcomes = recordOutcomes(given)
  const connectionId = randomUUID()
  const stream = `webhookDelivery-${connectionId}.20260101`
  const of = { webhook_id: randomUUID(), connection_id: connectionId }
  const context = systemContext(
    { now: () => new Date(at), newId: randomUUID },
    { part: 'test', account_id: null },
  )
  for (let n = 0; n < OUTCOMES; n++)
    outcomes.add({ stream, connectionId }, newEvents([failed(of)], context), () => undefined)
  append()
  await eventually(() => outcomes.waiting() === 0)
  t.equal(recorded.size, OUTCOMES)
})
