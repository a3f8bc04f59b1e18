import { randomBytes, randomUUID } from 'node:crypto'
import { derivedFields } from '@recado/application/analytics/derived-fields'
import { newEvents } from '@recado/application/commands/command-context'
import { systemContext } from '@recado/application/commands/system-context'
import type { Fact } from '@recado/domain/decision'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { erasedData, isSealed } from '@recado/infra/sealing/sealed-fact'
import { test } from 'tap'
import { EVERY_FACT } from '../../examples/every-fact.ts'
import { sealedWhole } from '../../kit/sealed.ts'

const context = systemContext(
  { now: () => new Date(), newId: randomUUID },
  { part: 'test', account_id: randomUUID() },
)

/** As a reader without keys gets a fact. */
function unopened({ type, data }: Fact): RecordedEvent {
  const [event] = newEvents([{ type, data }], context)
  const of = { kid: 'batch.1', fact: String(event?.id), type }
  const stored = sealedWhole({ type, data }, of, randomBytes(32), () => randomBytes(16))
  return { ...event, data: isSealed(stored) ? erasedData(stored) : stored } as RecordedEvent
}

test('who cannot open facts groups by the same fields', (t) => {
  const send = EVERY_FACT.MessageSendRequested
  const content = { name: 'hello', language: 'pt_BR' }
  const asked = { ...send, message_type: 'template', content }
  t.same(derivedFields(unopened({ type: 'MessageSendRequested', data: asked })), {
    template_name: 'hello',
    template_language: 'pt_BR',
  })
  const pricing = { category: 'utility', billable: true, type: 'regular' }
  const told = EVERY_FACT.MessageStatusReported
  const data = { ...told, intent: { ...told.intent, pricing } }
  t.same(derivedFields(unopened({ type: 'MessageStatusReported', data })), {
    pricing_category: 'utility',
    pricing_billable: true,
    pricing_type: 'regular',
  })
  const sent = { type: 'MessageSent', data: EVERY_FACT.MessageSent }
  const [opened] = newEvents([sent], context)
  t.same(derivedFields(unopened(sent)), derivedFields(opened as RecordedEvent))
  t.end()
})
