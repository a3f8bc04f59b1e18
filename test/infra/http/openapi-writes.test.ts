import { readFile } from 'node:fs/promises'
import { commandRoutes } from '@recado/command-api/routes'
import { Problem } from '@recado/contract/problem'
import { queryRoutes } from '@recado/query-api/routes'
import { test } from 'tap'
import { z } from 'zod'

const Content = z.looseObject({
  examples: z.record(z.string(), z.looseObject({ value: z.unknown() })).optional(),
})
const Operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.looseObject({ name: z.string().optional(), schema: z.unknown() })),
  requestBody: z
    .looseObject({ required: z.boolean(), content: z.record(z.string(), Content) })
    .optional(),
})
const { paths, components } = z
  .looseObject({
    paths: z.record(z.string(), z.record(z.string(), Operation)),
    components: z.looseObject({
      responses: z.record(
        z.string(),
        z.looseObject({ content: z.record(z.string(), z.looseObject({ example: z.unknown() })) }),
      ),
    }),
  })
  .parse(JSON.parse(await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')))

const routes = [...queryRoutes, ...commandRoutes.api].map((route) => ({
  route,
  name: `${route.method} ${route.url}`,
  operation: paths[route.url.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()],
}))
const VERBS =
  /^(get|list|resolve|download|create|add|edit|change|remove|delete|send|mark|upload|configure|deactivate|redeliver|recover|test|find|trace|merge|unmerge|export|erase)[A-Z]/

test('every operation has a unique name of a verb and a resource', (t) => {
  const names = routes.map(({ operation }) => String(operation?.operationId))
  for (const name of names) {
    t.match(name, VERBS)
    t.match(name, /^[a-z]+([A-Z][a-z]+)+$/)
  }
  t.equal(new Set(names).size, names.length)
  t.ok(names.includes('getConnectionHealth'))
  t.end()
})

for (const { route, name, operation } of routes.filter(({ route }) => route.body !== null)) {
  test(`${name}: every example is a valid body`, async (t) => {
    const examples = Object.values(operation?.requestBody?.content ?? {}).flatMap((content) =>
      Object.values(content.examples ?? {}),
    )
    t.ok(examples.length > 0, 'an example exists')
    for (const { value } of examples) {
      const read = route.body?.safeParse(value, { reportInput: true })
      t.ok(read?.success, JSON.stringify(read?.error?.issues))
    }
  })
  test(`${name}: its body is required exactly if an empty one is refused`, async (t) => {
    // A form is parsed by its route, and never empty.
    const isForm = route.bodyType !== undefined
    const taken = !isForm && route.body?.safeParse({}, { reportInput: true }).success
    t.equal(operation?.requestBody?.required, !taken)
  })
}

test('the example of an ambiguous connection has its candidates', (t) => {
  const { example } = components.responses.Error409?.content['application/json'] ?? {}
  t.equal(Problem.parse(example).error.candidates?.length, 2)
  t.end()
})

test('the bounds of an Idempotency-Key are documented', (t) => {
  const sends = routes.filter(
    ({ name }) => name.startsWith('POST /messages') && !/read$/.test(name),
  )
  t.equal(sends.length, 5)
  for (const { operation } of sends) {
    const header = operation?.parameters.find(({ name }) => name === 'Idempotency-Key')
    t.match(header?.schema, { type: 'string', minLength: 8, maxLength: 128, pattern: '^[!-~]+$' })
  }
  t.end()
})

/** The schema of one field of a request body. */
function fieldOf(path: string, method: string, field: string) {
  const content = paths[path]?.[method]?.requestBody?.content['application/json']
  const Body = z.object({ properties: z.record(z.string(), z.record(z.string(), z.unknown())) })
  return Body.parse(content?.schema).properties[field] ?? {}
}

test('length bounds and patterns are documented as they are checked', async (t) => {
  t.match(fieldOf('/connections/{id}/profile', 'patch', 'about'), { minLength: 1, maxLength: 139 })
  for (const [path, method] of [
    ['/stages', 'post'],
    ['/stages/{id}', 'patch'],
  ] as const) {
    const color = new RegExp(String(fieldOf(path, method, 'color').pattern), 'u')
    for (const taken of ['#5b9bd9', '#FF8800', '#aBc']) t.match(taken, color)
    for (const refused of ['5b9bd9', '#ff88', 'blue']) t.notMatch(refused, color)
  }
})
