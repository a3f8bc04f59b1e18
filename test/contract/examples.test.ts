import { readFile } from 'node:fs/promises'
import { EventPage } from '@recado/contract/event-page'
import { examples } from '@recado/contract/examples'
import { webhookExamples } from '@recado/contract/webhook-examples'
import { WhatsappEvent } from '@recado/contract/whatsapp-events'
import { test } from 'tap'

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
