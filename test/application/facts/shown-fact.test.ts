import { briefFact, shownFact } from '@recado/application/facts/shown-fact'
import { FACT_TYPES, rawFields } from '@recado/domain/personal-fields'
import { isSecretField } from '@recado/domain/secret-fields'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import fc from 'fast-check'
import { test } from 'tap'
import { EVERY_FACT, NATIVE, PERSONAL } from '../../examples/every-fact.ts'

const SECRET = 'where a secret is kept'

function recorded(type: string, data: object, stream = 'message-1', metadata: object = {}) {
  return {
    ...{ id: 'event', stream, type, data, metadata, revision: 0n, position: 7n },
    created: '2026-01-01T00:00:00.000Z',
  } as unknown as RecordedEvent
}

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.values(value).flatMap(namesIn)
  return Array.isArray(value) ? below : [...Object.keys(value), ...below]
}

for (const [type, data] of Object.entries(EVERY_FACT))
  test(`${type} is shown without secrets and without raw fields`, async (t) => {
    for (const show of [shownFact, briefFact]) {
      const shown = show(recorded(type, data))
      t.notOk(JSON.stringify(shown).includes(NATIVE))
      t.same(namesIn(shown.data).filter(isSecretField), [])
    }
  })

test('whatever a fact contains, nothing at a raw or secret place is shown', async () => {
  const name = fc.constantFrom('secret_ref', 'sha256', 'secret_refs', 'previous_secret_ref', 'a')
  const value = fc.oneof(fc.jsonValue(), fc.constant(SECRET), fc.dictionary(name, fc.jsonValue()))
  const below = fc.array(fc.dictionary(name, value))
  fc.assert(
    fc.property(fc.constantFrom(...FACT_TYPES), below, (type, values) => {
      const data: Record<string, unknown> = { values, secret_ref: SECRET, kept: { sha256: SECRET } }
      for (const path of rawFields(type)) {
        const [first = '', second] = path.split('.')
        data[first] = second === undefined ? NATIVE : { ...Object(data[first]), [second]: NATIVE }
      }
      const shown = JSON.stringify(shownFact(recorded(type, data)).data)
      if (shown.includes(NATIVE)) throw new Error(`${type} shows what is raw: ${shown}`)
      const names = namesIn(JSON.parse(shown)).filter(isSecretField)
      if (names.length > 0) throw new Error(`${type} shows ${names}`)
    }),
  )
})

test("users do not see each other's personal data", async (t) => {
  for (const [type, stream] of [
    ['UserAdded', 'user-1'],
    ['UserSignedIn', 'userSession-1'],
  ] as const) {
    const shown = JSON.stringify(shownFact(recorded(type, EVERY_FACT[type], stream)))
    for (const value of Object.values(PERSONAL)) t.notOk(shown.includes(value), value)
  }
})

test('a brief fact is short, and says when it was cut', async (t) => {
  const text = 'x'.repeat(600)
  const long = recorded('StageRenamed', { name: text })
  t.match(briefFact(long), { is_cut: true, data: { name: 'x'.repeat(500) } })
  t.match(shownFact(long), { is_cut: false, data: { name: text } })
  const wide = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`f${n}`, text]))
  t.match(briefFact(recorded('StageRenamed', wide)), { is_cut: true, data: {} })
  const tags = Array.from({ length: 60 }, () => 'vip')
  t.equal((briefFact(recorded('ConversationTagged', { tags })).data.tags as []).length, 50)
})

test('a fact of a foreign program is shown as far as possible', async (t) => {
  let deep: object = {}
  for (let n = 0; n < 50_000; n += 1) deep = { deep }
  const odd = { actor: 7, $correlationId: {}, recorded_at: 'never' }
  const shown = briefFact(recorded('StageRenamed', deep, 'x', odd))
  t.match(shown, { is_cut: true, at: '2026-01-01T00:00:00.000Z', actor: { type: '', id: '' } })
  t.same(briefFact(recorded('SomebodyElses', { name: 'x' })).data, {})
})

test('a text is cut between characters', async (t) => {
  const text = `a${'😀'.repeat(400)}`
  const { data, is_cut } = briefFact(recorded('StageAdded', { name: text }, 'funnel-1'))
  t.ok(is_cut)
  t.equal(data.name, text.slice(0, 499))
})
