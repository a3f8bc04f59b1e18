import { breakingChanges } from '@recado/build/docs/breaking-changes'
import type { Schema } from '@recado/build/docs/schema'
import { test } from 'tap'

const shape: Schema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    at: { type: 'string', format: 'date-time' },
    kind: { type: 'string', enum: ['new', 'old'] },
    note: { type: ['string', 'null'] },
    tags: { type: 'array', items: { type: 'string' } },
    party: { type: 'object', properties: { phone: { type: 'string' } }, required: ['phone'] },
    refs: { type: 'object', additionalProperties: { type: 'string' } },
    code: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
    person: { $ref: '#/$defs/Person' },
  },
  required: ['id', 'kind', 'party'],
  $defs: { Person: { type: 'object', properties: { name: { type: 'string' } } } },
}

/** The schema with some of its fields replaced. */
const having = (fields: Record<string, Schema>): Schema => ({
  ...shape,
  properties: { ...shape.properties, ...fields },
})
const without = (name: string): Schema => {
  const { [name]: _, ...properties } = shape.properties ?? {}
  return { ...shape, properties, required: (shape.required ?? []).filter((its) => its !== name) }
}
const from = (after: Schema) => breakingChanges({ Fact: shape }, { Fact: after })

const compatible: [string, Schema][] = [
  ['the same', shape],
  ['another description and example', { ...shape, description: 'New.', examples: [{}] }],
  ['a further field', having({ more: { type: 'string' } })],
  ['a further value', having({ kind: { type: 'string', enum: ['new', 'old', 'odd'] } })],
  [
    'a field within a field',
    having({ refs: { type: 'object', additionalProperties: { type: 'string' } } }),
  ],
  ['a mark', having({ note: { type: ['null', 'string'], 'x-personal': true } })],
]
for (const [what, after] of compatible)
  test(`compatible with readers: ${what}`, async (t) => t.same(from(after), []))

const broken: [string, Schema, string][] = [
  ['a field is removed', without('note'), 'Fact.note is removed'],
  ['a required field is removed', without('id'), 'Fact.id is removed'],
  ['a field is another type', having({ id: { type: 'integer' } }), 'Fact.id is of another type'],
  [
    'a field may now be null',
    having({ id: { type: ['string', 'null'] } }),
    'Fact.id is of another type',
  ],
  ['a time is any text', having({ at: { type: 'string' } }), 'Fact.at is of another type'],
  [
    'a field is newly required',
    { ...shape, required: ['id', 'kind', 'note', 'party'] },
    'Fact.note is newly required',
  ],
  [
    'a field may now be absent',
    { ...shape, required: ['id', 'kind'] },
    'Fact.party is required no longer',
  ],
  [
    'a value is gone',
    having({ kind: { type: 'string', enum: ['new'] } }),
    'Fact.kind lacks the value "old"',
  ],
  [
    'a text becomes a closed list',
    having({ note: { type: ['string', 'null'], enum: ['a', null] } }),
    'Fact.note is of another type',
  ],
  [
    'items are another type',
    having({ tags: { type: 'array', items: { type: 'number' } } }),
    'Fact.tags[] is of another type',
  ],
  [
    'a field within a field is removed',
    having({ party: { type: 'object', properties: {}, required: [] } }),
    'Fact.party.phone is removed',
  ],
  [
    'entries are another type',
    having({ refs: { type: 'object', additionalProperties: { type: 'number' } } }),
    'Fact.refs.* is of another type',
  ],
  [
    'a choice is another type',
    having({ code: { anyOf: [{ type: 'boolean' }, { type: 'string' }] } }),
    'Fact.code<0> is of another type',
  ],
  [
    'what is referred to loses a field',
    { ...shape, $defs: { Person: { type: 'object', properties: {} } } },
    'Fact#Person.name is removed',
  ],
]
for (const [what, after, said] of broken)
  test(`a breaking change: ${what}`, async (t) => t.same(from(after), [said]))

test('a removed schema is a breaking change, and a new one is not', async (t) => {
  t.same(breakingChanges({ Fact: shape }, {}), ['Fact is removed'])
  t.same(breakingChanges({}, { Fact: shape }), [])
})
