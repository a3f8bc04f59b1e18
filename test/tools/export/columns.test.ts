import { readdir, readFile } from 'node:fs/promises'
import { providerMessageId } from '@recado/application/ids'
import { FOLLOWED_PREFIXES } from '@recado/application/read-models/followed'
import { FACT_TYPES } from '@recado/domain/personal-fields'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import { redactFact } from '@recado/domain/redact-fact'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { COMMON } from '@recado/tools/export/columns'
import { columnsOf, rowOf } from '@recado/tools/export/row'
import { TABLES } from '@recado/tools/export/tables'
import fc from 'fast-check'
import { test } from 'tap'
import { EVERY_FACT, NATIVE, PERSONAL } from '../../examples/every-fact.ts'

const chain = '4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01'
const categories = await categoriesByType(new URL('../../../domain/', import.meta.url))

test('every category with facts has its files', async (t) => {
  const followed = FOLLOWED_PREFIXES.map((prefix) => prefix.slice(0, -1))
  t.same(Object.keys(TABLES).sort(), [...followed].sort())
  t.same([...new Set(categories.values())].sort(), Object.keys(TABLES).sort())
})

for (const [type, data] of Object.entries(EVERY_FACT)) {
  test(`every exportable field of ${type} has its column`, async (t) => {
    const { intent, ...own } = asRecord(redactFact(type, data, 'full'))
    const row = rowOf(recorded(type, data), 'full')
    for (const [name, value] of Object.entries(own))
      if (value !== null) t.same(row[name in COMMON ? `data_${name}` : name], value, name)
    for (const [name, value] of Object.entries(asRecord(intent)))
      t.same(row[`intent_${name}`], value, name)
  })

  test(`${type} is exported without personal data unless asked for, and never with native payloads`, async (t) => {
    const [ids, full] = (['ids', 'full'] as const).map((content) =>
      JSON.stringify(rowOf(recorded(type, data), content)),
    )
    for (const value of Object.values(PERSONAL)) t.notOk(ids?.includes(value), value)
    t.notOk(`${ids}${full}`.includes(NATIVE))
  })
}

test('a row has the common columns of all facts', async (t) => {
  t.match(rowOf(recorded('StageRemoved', EVERY_FACT.StageRemoved), 'ids'), {
    event_id: 'e',
    type: 'StageRemoved',
    position: 700,
    stream: 'funnel-1',
    revision: 3,
    account_id: 'a',
    recorded_at: '2026-01-05T09:00:00.000Z',
    actor_type: 'system',
    actor_id: 'test',
    correlation_id: chain,
    causation_id: chain,
  })
})

test('a correlation id chosen by a client is replaced, because it may contain personal data', async (t) => {
  const event = recorded('StageRemoved', EVERY_FACT.StageRemoved)
  const metadata = { ...event.metadata, $correlationId: PERSONAL.name }
  const [ids, full] = [rowOf({ ...event, metadata }, 'ids'), rowOf({ ...event, metadata }, 'full')]
  t.match(ids.correlation_id, /^[0-9a-f-]{36}$/)
  t.equal(full.correlation_id, PERSONAL.name)
})

test('a send has its template and its status stream, without text or recipient', async (t) => {
  const content = { name: 'order_ready', language: 'pt_BR', components: [PERSONAL.name] }
  const requested = { ...EVERY_FACT.MessageSendRequested, message_type: 'template', content }
  const row = rowOf(recorded('MessageSendRequested', requested), 'ids')
  t.match(row, { template_name: 'order_ready', template_language: 'pt_BR' })
  t.notOk(JSON.stringify(row).includes(PERSONAL.name))

  const { connection_id, provider_message_id } = EVERY_FACT.MessageSent
  const sent = rowOf(recorded('MessageSent', EVERY_FACT.MessageSent), 'ids')
  const id = providerMessageId({ connection_id, provider_message_id })
  t.equal(sent.status_stream, `providerMessage-${id}`)
})

test('a status has what Meta charges for the message, and null where it does not say', async (t) => {
  const { intent } = EVERY_FACT.MessageStatusReported
  const priced = (pricing: object | null) =>
    rowOf(
      recorded('MessageStatusReported', {
        ...EVERY_FACT.MessageStatusReported,
        intent: { ...intent, pricing },
      }),
      'ids',
    )
  t.match(
    priced({ category: 'marketing', billable: true, type: 'regular', pricing_model: 'PMP' }),
    {
      pricing_category: 'marketing',
      pricing_billable: true,
      pricing_type: 'regular',
    },
  )
  t.notOk('pricing_category' in priced(null))
})

test("whatever a fact contains, each value has its column's type", async () => {
  const types = fc.constantFrom(...FACT_TYPES)
  fc.assert(
    fc.property(types, fc.array(fc.jsonValue(), { minLength: 1 }), (type, values) => {
      const columns = columnsOf(categoryOf(type))
      const names = Object.keys(columns).filter((name) => !(name in COMMON))
      const told = names.map((name, i) => [name, values[i % values.length]] as const)
      const data = { ...Object.fromEntries(told), intent: Object.fromEntries(told) }
      const row = rowOf(recorded(type, data), 'full')
      for (const [name, value] of Object.entries(row)) {
        if (!OF_KIND[columns[name] ?? 'json'](value)) throw new Error(`${name}: ${String(value)}`)
      }
    }),
  )
})

const OF_KIND = {
  text: (value: unknown) => typeof value === 'string',
  timestamp: (value: unknown) => /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(String(value)),
  integer: (value: unknown) => Number.isSafeInteger(value),
  boolean: (value: unknown) => typeof value === 'boolean',
  json: (value: unknown) => value !== null && value !== undefined,
}

function recorded(type: string, data: object): RecordedEvent {
  return {
    id: 'e',
    type,
    data,
    stream: `${categoryOf(type)}-1`,
    revision: 3n,
    position: 700n,
    created: '2026-01-05T09:00:01.000Z',
    metadata: {
      account_id: 'a',
      actor: { type: 'system', id: 'test' },
      $correlationId: chain,
      $causationId: chain,
      recorded_at: '2026-01-05T09:00:00.000Z',
      schema_version: 1,
      request_id: null,
    },
  }
}

function categoryOf(type: string): string {
  const category = categories.get(type)
  if (category === undefined) throw new Error(`no folder of the domain has ${type}`)
  return category
}

/** The category of each fact type, which is the name of the type's folder in the domain in camel case. */
async function categoriesByType(domain: URL): Promise<ReadonlyMap<string, string>> {
  const files = (await readdir(domain, { recursive: true })).filter(
    (file) => file.endsWith('events.ts') && !/^(dist|node_modules)\//.test(file),
  )
  const found = await Promise.all(
    files.map(async (file) => {
      const source = await readFile(new URL(file, domain), 'utf8')
      const category = (file.split('/')[0] ?? '').replace(/-(\w)/g, (_, letter: string) =>
        letter.toUpperCase(),
      )
      return [...source.matchAll(/\btype: '([A-Z]\w+)'/g)].map(
        ([, type = '']) => [type, category] as const,
      )
    }),
  )
  return new Map(found.flat())
}
