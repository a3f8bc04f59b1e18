import { randomUUID } from 'node:crypto'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { TRANSLATION_VERSION } from '@recado/translation/translation-version'
import { test } from 'tap'
import { textReceived } from '../examples/conversation-facts.ts'
import { retentionApplied } from '../examples/retention.ts'
import { audited, auditedWhole } from '../kit/audited.ts'
import { recorded } from '../kit/projecting.ts'
import { startWorld } from '../kit/world.ts'

const OLD = '2026-01-01T09:00:00.000Z'

test('an audit distinguishes data deleted by retention from data that never existed', async (t) => {
  const world = await startWorld({
    emptyServers: true,
    settings: { RAW_DAYS: '36500', DELIVERY_DAYS: '36500' },
  })
  t.teardown(() => world.stop())
  const { tenant, connection } = world
  const { config } = world.product()
  await world.userWrites('5531987650001', 'first')
  t.same((await auditedWhole(config)).findings, [])

  const { store, journal } = connectEventStore(config.EVENTSTORE_URL)
  t.teardown(() => store.close())
  const told = (at: string) => {
    const id = randomUUID()
    const { type, data } = textReceived(id, `wamid.${id}`)
    const fact = { type, data: { ...data, connection_id: connection.id } }
    const event = recorded(`message-${id}`, fact, { account_id: tenant.id, at })
    const metadata = { ...event.metadata, translation_version: TRANSLATION_VERSION }
    return { ...event, metadata }
  }
  const [old, young] = [told(OLD), told(new Date().toISOString())]
  const attempt = attempted(connection.id, tenant.id)
  for (const event of [old, young]) await store.append(event.stream, 'no_stream', [event])
  await journal.record(attempt.stream, [attempt])
  const whats = async () => {
    const { findings } = await audited(config)
    const of = ({ id }: RecordedEvent) =>
      findings.filter(({ event_id }) => event_id === id).map(({ verdict, what }) => [verdict, what])
    return [...of(old), ...of(young), ...of(attempt)]
  }
  const extra = ['difference', 'fact_extra']
  t.same(
    await whats(),
    [extra, extra, ['difference', 'cause_missing']],
    'nothing was deleted by retention',
  )

  const stream = `retention-${tenant.id}`
  const applied = recorded(stream, retentionApplied, { account_id: tenant.id })
  const { $correlationId: $causationId } = applied.metadata
  await store.append(stream, 'no_stream', [
    { ...applied, metadata: { ...applied.metadata, $causationId } },
  ])
  const gone = ['unprovable', 'kept_no_longer']
  t.same(await whats(), [gone, extra, gone])
})

/** A delivery attempt that no read model shows. */
function attempted(connection_id: string, account_id: string): RecordedEvent {
  const data = {
    ...{ delivery_id: randomUUID(), webhook_id: randomUUID(), connection_id },
    ...{ event_id: randomUUID(), sequence: null, attempt: 1, outcome: 'delivered' },
    ...{ http_status: 200, error: null, took_ms: 5, target_url: 'https://crm.example/hook' },
    ...{ next_at: null, answer_excerpt: null, attempted_at: OLD },
  }
  const stream = `webhookDelivery-${connection_id}.20260101`
  const fact = recorded(stream, { type: 'DeliveryAttempted', data }, { account_id, at: OLD })
  return { ...fact, metadata: { ...fact.metadata, $causationId: randomUUID() } }
}
