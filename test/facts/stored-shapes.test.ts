import { readFile } from 'node:fs/promises'
import { readFactTypes } from '@recado/build/docs/fact-types'
import type { Schema } from '@recado/build/docs/schema'
import { FACT_UPCASTING, type Upcasters, upcasting } from '@recado/domain/upcasters'
import { recordedEvent } from '@recado/infra/event-store/recorded-event'
import { test } from 'tap'
import { completed, type Fixtures, unreadable } from './stored-shapes.ts'

test('every version of every fact that was ever written can be read', async (t) => {
  const text = await readFile(new URL('./fixtures.json', import.meta.url), 'utf8')
  t.same(unreadable(JSON.parse(text), readFactTypes(), FACT_UPCASTING), [])
})

const seen: Schema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    kind: { type: 'string', enum: ['new', 'old'] },
    note: { type: ['string', 'null'] },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['id', 'kind', 'note'],
}
const shaped = (data: Schema) => [{ name: 'ThingSeen', data }]
const having = (fields: Record<string, Schema>, ...required: string[]): Schema => ({
  ...seen,
  properties: { ...seen.properties, ...fields },
  required: [...(seen.required ?? []), ...required],
})
const none = upcasting({})
const first = completed({}, shaped(seen), none)
const said = (data: Schema, steps: Upcasters = {}, fixtures: Fixtures = first) =>
  unreadable(fixtures, shaped(data), upcasting(steps)).join('\n')

test('facts of the current shape are read', async (t) => {
  t.equal(said(seen), '')
  t.equal(first.ThingSeen?.[1]?.length, 5, 'all fields, the least, and three other values')
})

const changed: [string, Schema, RegExp][] = [
  ['a field is required', having({ at: { type: 'string' } }, 'at'), /can no longer be read.*'at'/],
  [
    'a field is of another type',
    having({ id: { type: 'integer' } }),
    /can no longer be read.*integer/,
  ],
  [
    'a field is gone',
    { ...seen, properties: { id: { type: 'string' } }, required: ['id'] },
    /can no longer be read.*additional properties/,
  ],
  ['a value is gone', having({ kind: { type: 'string', enum: ['new'] } }), /can no longer be read/],
  ['a field can no longer be null', having({ note: { type: 'string' } }), /can no longer be read/],
  ['an optional field has no fixture', having({ at: { type: 'string' } }), /no fixture like.*"at"/],
]
for (const [what, schema, problem] of changed)
  test(`a change without a new version is detected: ${what}`, async (t) =>
    t.match(said(schema), problem))

test('a fact without fixtures is detected, and a removed fact', async (t) => {
  t.match(said(seen, {}, {}), /no fixture of version 1/)
  t.match(unreadable(first, [], none), [
    'ThingSeen is stored in logs, but is no longer a fact type',
  ])
})

test('a new version is read through its upcaster, which must accept every stored value', async (t) => {
  const next = having({ at: { type: ['string', 'null'] } }, 'at')
  const total = { ThingSeen: [(data: object) => ({ ...data, at: null })] }
  t.match(said(next, total), /no fixture of version 2/)
  const both = completed(first, shaped(next), upcasting(total))
  t.equal(said(next, total, both), '')
  t.same(both.ThingSeen?.[1], first.ThingSeen?.[1], 'existing fixtures stay')
  const partial = {
    ThingSeen: [(data: { note?: unknown }) => (data.note === null ? data : { ...data, at: null })],
  }
  t.match(said(next, partial, both), /ThingSeen of version 1 can no longer be read: .*'at'/)
  const failing = {
    ThingSeen: [
      ({ note }: { note?: unknown }) => {
        throw new Error(`no ${note}`)
      },
    ],
  }
  t.match(said(next, failing, both), /its upcaster fails on version 1: no text/)
  t.match(said(seen, {}, both), /is stored in logs as version 2, but the current version is 1/)
})

test('a fact of an older version is read from the log in its current shape', async (t) => {
  const steps = upcasting({
    ThingSeen: [
      ({ id, ...data }) => ({ ...data, thing_id: id }),
      ({ kind, ...data }) => ({ ...data, is_new: kind === 'new' }),
    ],
  })
  const stored = (data: unknown, metadata: object, type = 'ThingSeen') =>
    recordedEvent(
      {
        event: {
          ...{ id: 'e', type, data, metadata, streamId: 'thing-1', revision: 0n, isJson: true },
          ...{ created: new Date(0), position: { commit: 1n, prepare: 1n } },
        },
      } as never,
      steps,
    )
  const present = { thing_id: '1', is_new: true }
  const beside = { schema_version: 3 }
  t.match(stored({ id: '1', kind: 'new' }, { schema_version: 1 }), {
    data: present,
    metadata: beside,
  })
  t.match(stored({ thing_id: '1', kind: 'new' }, { schema_version: 2 }), {
    data: present,
    metadata: beside,
  })
  t.same(stored(present, beside)?.data, present)
  t.same(stored({ id: '1' }, { schema_version: 4 })?.data, { id: '1' }, 'a fact of a later release')
  t.same(stored({ id: '1' }, {})?.data, { id: '1' }, 'a fact of another program')
  t.same(stored({ id: '1' }, { schema_version: 1 }, 'OtherSeen')?.data, { id: '1' })
})
