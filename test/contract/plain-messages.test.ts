import { commandRoutes } from '@recado/command-api/routes'
import { SaleNotice } from '@recado/contract/sale'
import { jsonSchema } from '@recado/infra/http/json-schema'
import { bodyProblem, queryProblem } from '@recado/infra/http/schema-issues'
import { dashboardQueryRoutes } from '@recado/query-api/dashboard/routes'
import { queryRoutes } from '@recado/query-api/routes'
import fc from 'fast-check'
import { test } from 'tap'
import { z } from 'zod'
import { type Schema, valuesOf } from '../fuzz/schema-values.ts'

type Taken = {
  readonly where: string
  readonly schema: z.ZodType
  readonly goods: readonly unknown[]
  readonly problemOf: typeof bodyProblem
}

const { api, dashboard, operator } = commandRoutes
const ROUTES = [...api, ...dashboard, ...operator, ...queryRoutes, ...dashboardQueryRoutes]

const QUERIES = ROUTES.map(({ method, url, query }) =>
  taken(`the query of ${method} ${url}`, query, [], queryProblem),
)
const BODIES = ROUTES.flatMap(({ method, url, body, requestExamples }) => {
  const examples = Object.values(requestExamples ?? {}).map(({ value }) => value)
  return body === null ? [] : [taken(`the body of ${method} ${url}`, body, examples, bodyProblem)]
})
const NOTICE = taken('the body of a sale', SaleNotice, [], bodyProblem)

function taken(
  where: string,
  schema: z.ZodType,
  examples: readonly unknown[],
  problemOf: Taken['problemOf'],
): Taken {
  const shaped = valuesOf(jsonSchema(schema, 'input', {}) as Schema)
  const goods = [...examples, ...fc.sample(shaped, { seed: 1, numRuns: 2 })]
  return { where, schema, goods, problemOf }
}

/** Values of another kind than any field takes, and beyond what it takes. */
const WRONG = [
  ...[undefined, null, true, 1.5, -1, 1e20, Number.POSITIVE_INFINITY, '', ' ', 'x', '2026-01-01'],
  ...['x'.repeat(70_000), '9'.repeat(40), 'ftp://a', [], ['a', 'b'], Array(600).fill('a'), {}],
]

/** A field and its rule, in words that need no knowledge of the program. */
const RULE = /^[\w.]+ (is required|must be |must have |must not be |must not have |cannot be sent )/
const JARGON =
  /guid|regex|pattern|record|nan\b|undefined|invalid|unrecognized|expected|shapes|a value of|\b1 (characters|entries)|\bone of \S+$|be $/i

test('every rule of a body or a query names the field and says the rule in plain words', async (t) => {
  const odd = new Map<string, string>()
  let said = 0
  for (const { where, message } of messages()) {
    const rules = message.split('; ')
    const bad = rules.find((rule) => !RULE.test(rule) || JARGON.test(rule))
    said += rules.length
    if (bad !== undefined) odd.set(bad, where)
  }
  t.same([...odd].slice(0, 10), [])
  t.ok(said > 1_000, `${said} rules were read`)
})

test('a query parameter that is repeated must be sent once', async (t) => {
  for (const { where, schema } of QUERIES)
    for (const name of Object.keys((schema as z.ZodObject).shape)) {
      const message = messageOf({ schema, problemOf: queryProblem }, { [name]: ['1', '2'] })
      t.ok(message?.split('; ').includes(`${name} must be sent once`), `${where}: ${message}`)
    }
})

test('a wrong kind of value is said once, without what follows from it', async (t) => {
  const schema = z.object({ name: z.string().min(1).max(3), at: z.union([z.int(), z.boolean()]) })
  const said = (body: unknown) => messageOf({ schema, problemOf: bodyProblem }, body)
  t.equal(said({ name: [], at: 1 }), 'name must be a string')
  t.equal(
    said({ name: '', at: 1.5 }),
    'name must not be empty; at must be an integer, or must be a boolean',
  )
})

function* messages(): Generator<{ where: string; message: string }> {
  for (const one of [...QUERIES, ...BODIES, NOTICE])
    for (const good of one.goods)
      for (const path of placesIn(good))
        for (const wrong of WRONG) {
          const message = messageOf(one, put(good, path, wrong))
          if (message !== null) yield { where: one.where, message }
        }
}

function messageOf({ schema, problemOf }: Pick<Taken, 'schema' | 'problemOf'>, value: unknown) {
  const read = schema.safeParse(value ?? {}, { reportInput: true })
  return read.success ? null : problemOf(read.error.issues).message
}

function placesIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  const inner = Object.entries(value).flatMap(([name, part]) =>
    placesIn(part).map((path) => [name, ...path]),
  )
  return [[], ...inner]
}

function put(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by
  const change = ([key, part]: [string, unknown]) => (key === name ? put(part, rest, by) : part)
  const parts = Object.entries(Object(value))
  if (Array.isArray(value)) return parts.map(change)
  return Object.fromEntries(parts.map((part) => [part[0], change(part)]))
}
