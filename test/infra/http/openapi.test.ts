import { readFile } from 'node:fs/promises'
import { simulateRoutes } from '@recado/command-api/dashboard/simulate/routes'
import { commandRoutes } from '@recado/command-api/routes'
import { dashboardQueryRoutes } from '@recado/query-api/dashboard/routes'
import { queryRoutes } from '@recado/query-api/routes'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { test } from 'tap'
import { z } from 'zod'

const text = await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')

const Operation = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.enum(['Official + Basic', 'Official only'])).length(1),
  summary: z.string(),
  security: z.array(z.object({ apiKey: z.array(z.enum(['read', 'write'])).length(1) })).max(1),
  responses: z.record(z.string(), z.unknown()),
})
const document = z
  .looseObject({
    openapi: z.literal('3.1.0'),
    info: z.looseObject({ version: z.literal('1.1.0') }),
    paths: z.record(z.string(), z.record(z.string(), Operation)),
    webhooks: z.record(z.string(), z.unknown()),
  })
  .parse(JSON.parse(text))

const dashboard = new URL('../../../docs/dashboard-openapi.json', import.meta.url)

test('both documents pass a linter', async (t) => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // The contract has both /conversations/resolve and /conversations/{id}.
      'no-ambiguous-paths': 'off',
      // A request for the document itself cannot be invalid.
      'operation-4xx-response': 'off',
    },
  })
  for (const source of [text, await readFile(dashboard, 'utf8')]) {
    const found = await lintFromString({ source, config })
    t.same(
      found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
      [],
    )
  }
})

test('the document has every route that a key can reach, with scope, tag and errors', (t) => {
  const routes = [...queryRoutes, ...commandRoutes.api]
  const operations = Object.values(document.paths).flatMap(Object.values)
  t.equal(operations.length, routes.length)
  for (const { method, url, access } of routes) {
    const item = document.paths[url.replace(/:(\w+)/g, '{$1}')]
    const operation = item?.[method.toLowerCase()]
    t.ok(operation, `${method} ${url}`)
    if (access === 'anyone') continue
    t.same(operation?.security, [{ apiKey: [access] }])
    for (const status of ['401', '403', '429', '503']) {
      t.ok(operation?.responses[status], `${method} ${url} ${status}`)
    }
  }
  t.end()
})

test('routes only for the dashboard are in a document of their own, with session security', async (t) => {
  const { paths, servers } = JSON.parse(await readFile(dashboard, 'utf8'))
  t.match(servers, [{ url: '/dashboard/v1' }])
  const routes = [...dashboardQueryRoutes, ...commandRoutes.dashboard, ...simulateRoutes]
  t.equal(Object.values<object>(paths).flatMap(Object.keys).length, routes.length)
  for (const { method, url, access } of routes) {
    const operation = paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    t.same(operation?.security, access === 'anyone' ? [] : [{ session: [access] }], url)
  }
})

test('error responses that only some routes without a body have are documented', (t) => {
  const cases: [string, string, string[]][] = [
    ['delete', '/stages/{id}', ['404', '422']],
    ['delete', '/webhooks', ['400', '404', '422']],
    ['delete', '/media/{id}', ['400', '404', '422', '502']],
    ['get', '/conversations/resolve', ['400', '404', '422']],
    ['post', '/messages/{id}/read', ['404', '422', '502']],
  ]
  for (const [method, path, statuses] of cases) {
    const responses = document.paths[path]?.[method]?.responses ?? {}
    for (const status of statuses) t.ok(responses[status], `${method} ${path} ${status}`)
  }
  t.end()
})

test('the document describes the POSTs to webhooks', (t) => {
  t.same(Object.keys(document.webhooks), [
    'whatsapp.message.received',
    'whatsapp.message.sent',
    'whatsapp.message.delivered',
    'whatsapp.message.read',
    'whatsapp.message.failed',
    'whatsapp.connection.updated',
    'webhook.failing',
    'contact.erased',
    'log.sealed',
  ])
  t.end()
})
