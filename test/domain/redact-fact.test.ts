import { readdir, readFile } from 'node:fs/promises'
import type { FieldClasses } from '@recado/domain/field-classes'
import { FACT_TYPES, personalFields, rawFields } from '@recado/domain/personal-fields'
import { redactFact } from '@recado/domain/redact-fact'
import fc from 'fast-check'
import { test } from 'tap'
import { EVERY_FACT, NATIVE, PERSONAL } from '../examples/every-fact.ts'

const facts = Object.entries(EVERY_FACT)

test('the list names every type of fact of the domain', async (t) => {
  const types = await typesOf(new URL('../../domain/', import.meta.url))
  t.ok(types.length > 60, `the domain has ${types.length} types of facts`)
  t.same([...FACT_TYPES].sort(), types.sort())
})

for (const [type, data] of facts) {
  test(`${type} contains nothing personal in mode ids, and nothing raw in any mode`, async (t) => {
    const ids = JSON.stringify(redactFact(type, data, 'ids'))
    for (const value of Object.values(PERSONAL)) t.notOk(ids.includes(value), value)
    for (const mode of ['ids', 'full'] as const)
      t.notOk(JSON.stringify(redactFact(type, data, mode)).includes(NATIVE), mode)
  })

  test(`every field in the list of ${type} exists in its exemplar`, async (t) => {
    for (const path of [...personalFields(type), ...rawFields(type)])
      t.ok(at(data, path) !== undefined, path)
  })
}

test('a field that is neither personal nor raw is not changed', async (t) => {
  t.same(redactFact('MessageMarkedRead', EVERY_FACT.MessageMarkedRead, 'ids'), {
    ...EVERY_FACT.MessageMarkedRead,
  })
  const { intent, ...ids } = EVERY_FACT.MessageReceived
  const { message_type, provider_timestamp } = intent
  t.same(redactFact('MessageReceived', EVERY_FACT.MessageReceived, 'ids'), {
    ...ids,
    intent: { message_type, provider_timestamp },
  })
  const { payload: _, referral: __, ...told } = intent
  t.same(redactFact('MessageReceived', EVERY_FACT.MessageReceived, 'full'), {
    ...ids,
    intent: told,
  })
})

test('of an unknown type nothing is left', async (t) => {
  t.same(redactFact('SomebodyElse', { name: PERSONAL.name }, 'full'), {})
})

test('whatever a fact contains, nothing at a raw place is left', async () => {
  const marked = fc.constant({ text: NATIVE, payload: NATIVE, phone: NATIVE })
  const anything = fc.oneof(fc.jsonValue(), fc.array(marked), marked)
  fc.assert(
    fc.property(fc.constantFrom(...FACT_TYPES), fc.array(anything), (type, values) => {
      for (const path of rawFields(type)) {
        const [first = '', second] = path.split('.')
        const data = {
          [first]:
            second === undefined ? values : values.map((value) => ({ [second]: [value, NATIVE] })),
        }
        const left = JSON.stringify(redactFact(type, data, 'full'))
        if (left.includes(NATIVE)) throw new Error(`${path} left: ${left}`)
      }
    }),
  )
})

test('a list without a type, or with an unknown field, does not compile', async (t) => {
  type Event = { type: 'A'; data: { a: { b: string }[]; opaque: object | null } }
  const right: FieldClasses<Event> = { A: { 'a[].b': 'personal', opaque: 'raw' } }
  // @ts-expect-error the type is missing
  const without: FieldClasses<Event> = {}
  // @ts-expect-error there is no such field
  const misspelt: FieldClasses<Event> = { A: { 'a[].c': 'personal', opaque: 'raw' } }
  // @ts-expect-error a field that may hold anything has to be classified
  const unclassed: FieldClasses<Event> = { A: {} }
  t.ok([right, without, misspelt, unclassed])
})

test('an unclassified text field does not compile', async (t) => {
  type Said = { note?: string | null; tags: string[]; contact_id: string; said_at: string }
  type Event = { type: 'A'; data: Said & { intent: { words: string; raw_event_id: string } } }
  const note = 'personal' as const
  const [tags, words] = ['personal', 'plain'] as const
  const right: FieldClasses<Event> = { A: { note, tags, 'intent.words': words } }
  // @ts-expect-error a text, even an optional one, has to be classified
  const withoutText: FieldClasses<Event> = { A: { tags, 'intent.words': words } }
  // @ts-expect-error and so does a list of texts
  const withoutList: FieldClasses<Event> = { A: { note, 'intent.words': words } }
  // @ts-expect-error and a text inside the intent
  const withoutIntents: FieldClasses<Event> = { A: { note, tags } }
  t.ok([right, withoutText, withoutList, withoutIntents])
})

test('a text below another field is classed with it or by itself', async (t) => {
  type Failure = { code: number | string; title: string; failed_at: string }
  type Event = { type: 'A'; data: { failure?: Failure | null; refs: Record<string, string> } }
  const refs = 'plain' as const
  const whole: FieldClasses<Event> = { A: { failure: 'raw', refs } }
  const each = { 'failure.code': 'plain', 'failure.title': 'personal' } as const
  const parts: FieldClasses<Event> = { A: { ...each, refs } }
  // @ts-expect-error a text in an object has to be classed
  const withoutTitle: FieldClasses<Event> = { A: { 'failure.code': 'plain', refs } }
  // @ts-expect-error and so have texts by names that are not known
  const withoutRefs: FieldClasses<Event> = { A: each }
  t.ok([whole, parts, withoutTitle, withoutRefs])
})

function at(value: unknown, path: string): unknown {
  const [first = '', ...rest] = path.split('.')
  const name = first.replaceAll('[]', '')
  const field: unknown = Object(value)[name]
  return rest.length === 0 ? field : at(field, rest.join('.'))
}

async function typesOf(folder: URL): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).filter(
    (file) => file.endsWith('events.ts') && !/^(dist|node_modules)\//.test(file),
  )
  const sources = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))
  return sources.flatMap((source) =>
    [...source.matchAll(/\btype: '([A-Z]\w+)'/g)].map(([, type = '']) => type),
  )
}
