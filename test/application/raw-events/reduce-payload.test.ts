import { isDeepStrictEqual } from 'node:util'
import { reducePayload } from '@recado/application/raw-events/reduce-payload'
import type { Native } from '@recado/domain/native-json'
import { PROVIDERS } from '@recado/infra/providers/providers'
import { translateWith } from '@recado/translation/translate'
import fc from 'fast-check'
import { test } from 'tap'

const translate = translateWith(PROVIDERS)
const PEOPLE = ['5531994990001', '5531994990002', '5531994990003']

const intents = (payload: Native) =>
  translate({
    ...{ connection_id: 'c', source: 'official', event: 'messages', payload },
    ...{ body: null, signature: null, body_sha256: '', received_at: '2026-11-27T00:00:00.000Z' },
  })

const text = fc.record({
  id: fc.uuid(),
  timestamp: fc.constant('1767225600'),
  type: fc.constant('text'),
  from: fc.constantFrom(...PEOPLE),
  text: fc.record({ body: fc.string() }),
})
const status = fc.record({
  id: fc.uuid(),
  timestamp: fc.constant('1767225600'),
  status: fc.constantFrom('sent', 'delivered', 'read', 'failed'),
  recipient_id: fc.constantFrom(...PEOPLE),
  errors: fc.constant([{ code: 131050, title: 'Opted out' }]),
})
const contacts = PEOPLE.map((wa_id) => ({ wa_id, profile: { name: `Nome ${wa_id}` } }))
const change = fc.oneof(
  fc.record({ messages: fc.array(text, { minLength: 1, maxLength: 6 }) }),
  fc.record({ statuses: fc.array(status, { minLength: 1, maxLength: 6 }) }),
)

function payloadOf(value: object): Native {
  const metadata = { display_phone_number: '5511900000000', phone_number_id: '1' }
  const whole = { messaging_product: 'whatsapp', metadata, contacts, ...value }
  return { object: 'whatsapp_business_account', entry: [{ changes: [{ value: whole }] }] }
}

const named = (field: string, payload: Native): Native => {
  const text = JSON.stringify(payload).replace('"changes":[{', `"changes":[{"field":"${field}",`)
  return JSON.parse(text)
}

test('what is left of a payload has nothing of the person, and the others say the same in the same places', (t) => {
  fc.assert(
    fc.property(change, fc.constantFrom(...PEOPLE), (value, gone) => {
      const payload = named('messages', payloadOf(value))
      const isTheirs = (of: Native) => JSON.stringify(intents(of)).includes(gone)
      const reduced = reducePayload({ intents, isTheirs }, payload)
      const before = intents(payload)
      const isLeft = before.some((intent) => !JSON.stringify(intent).includes(gone))
      if (reduced === null) return !isLeft
      const after = intents(reduced)
      return (
        !JSON.stringify(reduced).includes(gone) &&
        after.length === before.length &&
        after.every(
          (intent, n) => intent.kind === 'unreadable' || isDeepStrictEqual(intent, before[n]),
        )
      )
    }),
  )
  t.end()
})
