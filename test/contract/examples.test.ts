import { readFile } from 'node:fs/promises'
import { commandRoutes } from '@recado/command-api/routes'
import { EventPage } from '@recado/contract/event-page'
import { examples } from '@recado/contract/examples'
import { webhookExamples } from '@recado/contract/webhook-examples'
import { WhatsappEvent } from '@recado/contract/whatsapp-events'
import { queryRoutes } from '@recado/query-api/routes'
import { test } from 'tap'
import { readDescribed } from '../infra/http/described.ts'

test('every example satisfies its schema', (t) => {
  for (const [name, { schema, value }] of Object.entries(examples))
    t.same(schema.parse(value), value, name)
  t.end()
})

test('every resource in the OpenAPI document has an example', async (t) => {
  const file = new URL('../../docs/openapi.json', import.meta.url)
  const { components } = JSON.parse(await readFile(file, 'utf8')) as {
    components: { schemas: Record<string, { examples?: unknown[] }> }
  }
  for (const [name, schema] of Object.entries(components.schemas))
    t.ok((schema.examples?.length ?? 0) > 0, name)
})

test('every structured event has a schema for webhooks and for GET /events', async (t) => {
  const [pulled] = EventPage.shape.data.element.options
  for (const [name, body] of Object.entries(webhookExamples)) {
    t.same(WhatsappEvent.parse(body), body, name)
    const unnumbered = { ...body, sequence: null }
    t.same(pulled.parse(unnumbered), unnumbered, name)
  }
})

const { paths } = await readDescribed('openapi.json')
const routes = [...queryRoutes, ...commandRoutes.api]

/** The example of an answer. */
function answerOf({ method, url }: (typeof routes)[number], status: string, type: string): unknown {
  const operation = paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  return operation?.responses[status]?.content?.[type]?.example
}

test('every answer with JSON has an example that satisfies its schema', (t) => {
  for (const route of routes)
    for (const [status, schema] of Object.entries(route.reply)) {
      const name = `${route.operationId} ${status}`
      if (typeof schema === 'string') {
        // A schema is JSON too; only bytes have no example.
        const isSchema = schema.endsWith('+json')
        t.equal(answerOf(route, status, schema) !== undefined, isSchema, name)
        continue
      }
      const example = answerOf(route, status, 'application/json')
      t.ok(example, name)
      t.same(schema.parse(example), example, name)
    }
  t.end()
})

test('the examples are about one account: each id belongs to one thing', (t) => {
  const ids = new Map<string, Set<string>>()
  const text = JSON.stringify(paths)
  for (const [, field = '', id = ''] of text.matchAll(
    /"(connection_id|conversation_id|contact_id)":"([0-9a-f-]{36})"/g,
  ))
    ids.set(field, new Set([...(ids.get(field) ?? []), id]))
  for (const [field, found] of ids) t.equal(found.size, 1, `${field}: ${[...found].join(', ')}`)
  t.equal(ids.size, 3)
  t.end()
})

test('the stream of events is a text, with two frames as an example', (t) => {
  const content = paths['/events']?.get?.responses['200']?.content?.['text/event-stream']
  t.same(content?.schema, { type: 'string' })
  const frames = String(content?.example).split('\n\n')
  t.equal(frames.pop(), '', 'the last one is complete')
  const read = frames.map((frame) => /^id: \w+\ndata: (.+)$/.exec(frame)?.[1] ?? '')
  t.equal(read.length, 2)
  t.equal(
    EventPage.parse({
      data: read.map((data) => JSON.parse(data)),
      next_cursor: '',
      has_more: false,
    }).data.length,
    2,
  )
  t.equal(new Set(read.map((data) => JSON.parse(data).id)).size, 2)
  t.end()
})
