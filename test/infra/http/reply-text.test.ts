import { deepEqual } from 'node:assert/strict'
import { commandRoutes } from '@recado/command-api/routes'
import { replyText } from '@recado/infra/http/reply-text'
import { queryRoutes } from '@recado/query-api/routes'
import fc from 'fast-check'
import { test } from 'tap'
import { z } from 'zod'

const Reply = z.object({
  data: z.array(
    z.object({
      id: z.guid(),
      name: z.string().nullable(),
      count: z.int().nullable(),
      ratio: z.number(),
      active: z.boolean(),
      kind: z.enum(['a', 'b']).nullable(),
      at: z.iso.datetime().nullable(),
      tags: z.array(z.string()),
      nested: z.object({ phone: z.string().nullable() }).nullable(),
      payload: z.record(z.string(), z.unknown()).nullable(),
      any: z.unknown(),
      extra: z.string().optional(),
      either: z.union([z.string(), z.object({ x: z.int() })]).nullable(),
    }),
  ),
})
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
const item = fc.record(
  {
    id: fc.uuid(),
    name: maybe(fc.string({ unit: 'grapheme' })),
    count: maybe(fc.maxSafeInteger()),
    ratio: fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n)),
    active: fc.boolean(),
    kind: maybe(fc.constantFrom('a', 'b')),
    at: maybe(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })).map(
      (date) => date?.toISOString() ?? null,
    ),
    tags: fc.array(fc.string()),
    nested: maybe(fc.record({ phone: maybe(fc.string()) })),
    payload: maybe(fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.jsonValue())),
    any: fc.jsonValue(),
    extra: fc.string(),
    either: maybe(fc.oneof(fc.string(), fc.record({ x: fc.integer() }))),
  },
  {
    requiredKeys: [
      ...['id', 'name', 'count', 'ratio', 'active', 'kind', 'at', 'tags', 'nested'],
      ...['payload', 'any', 'either'],
    ] as never[],
  },
)

test('the fast writer writes the same JSON as JSON.stringify', async (t) => {
  const write = replyText(Reply, false)
  fc.assert(
    fc.property(fc.record({ data: fc.array(item, { maxLength: 3 }) }), (body) => {
      deepEqual(JSON.parse(write(body)), JSON.parse(JSON.stringify(body)))
    }),
  )
  t.pass('for any body')
})

test('a value of a list may be null also in a member of a union', async (t) => {
  const End = z.object({ kind: z.literal('end'), how: z.enum(['well', 'badly']).nullable() })
  const Other = z.object({ kind: z.literal('other') })
  const write = replyText(z.array(z.discriminatedUnion('kind', [End, Other])), true)
  const ends = [{ kind: 'end', how: null }, { kind: 'end', how: 'well' }, { kind: 'other' }]
  t.same(JSON.parse(write(ends)), ends)
})

test('a checked writer refuses bodies that its schema does not describe', async (t) => {
  const write = replyText(z.object({ ok: z.literal(true), n: z.int() }), true)
  t.equal(write({ ok: true, n: 1 }), '{"ok":true,"n":1}')
  t.equal(write('{"ok":true,"n":1}'), '{"ok":true,"n":1}')
  for (const bad of [{ ok: true }, { ok: false, n: 1 }, { ok: true, n: '1' }, '{"ok":true}']) {
    t.throws(() => write(bad), JSON.stringify(bad))
  }
  t.throws(() => write('{"ok":true,"n":1,"secret":2}'), /schema does not name/)
})

test('every reply schema of every route compiles', async (t) => {
  // A running server compiles a schema at its first response, which is too late to find an error.
  const routes = [...queryRoutes, ...commandRoutes.api, ...commandRoutes.operator]
  const schemas = routes.flatMap(({ reply }) => Object.values(reply))
  t.ok(schemas.length > 40)
  for (const schema of schemas) if (typeof schema !== 'string') replyText(schema, false)
})
