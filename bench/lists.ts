import type { SaleRecorded } from '@recado/domain/sale/events'
import type { TemplateSynced } from '@recado/domain/template/events'
import type { Bench, BenchRun } from './bench.ts'
import { newFact } from './facts.ts'
import { type Before, type Filled, filledStack } from './filled-stack.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { closedLoop, interleaved } from './measure.ts'
import { rawAppend, rawClient } from './raw-events.ts'
import { type Row, ratioAtLeast } from './report.ts'
import { openSink } from './sink.ts'
import type { Stack } from './stack.ts'

const AT_A_TIME = 8
const TABLES = [
  ...['contacts', 'contact_connections', 'conversations', 'messages'],
  ...['raw_events', 'sales', 'deliveries', 'templates'],
]

/** A list to measure. */
type List = {
  readonly name: string
  readonly path: string
  /** What a page costs: `places` are counted by the projector, `few rows` are counted and skipped by the query. */
  readonly by: 'places' | 'few rows'
  /** The length of the list; unset for short lists. */
  readonly total?: number
}

/** The lists that the bench `pages` leaves out, over HTTP. */
export const listsBench: Bench = {
  name: 'lists',
  async run(run) {
    const { lab, rows } = run
    const stack = await lab.stack()
    const sink = await openSink(lab)
    const { tenant, client } = await filledStack(run, stack, rows, {
      tables: TABLES,
      before: (product) => prepare(run, stack, sink.url, product),
    })
    const query = await stack.start('query-api')
    const connections = AT_A_TIME
    const api = httpClient(lab, query.port, { connections, bearer: tenant.key })
    const { port } = await stack.run(new URL('./one-document.ts', import.meta.url))
    const bare = httpClient(lab, port, { connections })
    const one = async () => {
      const path = `/${tenant.account_id}/${Math.floor(Math.random() * rows)}`
      if ((await bare.get(path)).text === '') throw new Error(`${path} has no document`)
    }
    const measured: Row[] = []
    for (const list of await listsOf({ tenant, client }, rows))
      measured.push(...(await measure(run, list, api, one)))
    return measured
  },
}

/** Adds a webhook, so that the message is delivered, a sale and a template. */
async function prepare({ lab }: BenchRun, stack: Stack, url: string, product: Before) {
  const { tenant, port, shown } = product
  const api = httpClient(lab, port, { connections: 1, bearer: tenant.key })
  const { connection_id, account_id } = tenant
  await api.put('/api/v1/webhooks', JSON.stringify({ connection_id, url }))
  await shown('select from webhooks')
  const log = rawClient(lab, stack.settings.EVENTSTORE_URL)
  await rawAppend(log, [newFact(account_id, saleRecorded())], `sale-${SALE}`)
  const template = newFact(account_id, templateSynced(tenant.waba_id))
  await rawAppend(log, [template], `template-${TEMPLATE}`)
}

const SALE = '9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1f01'
const TEMPLATE = '9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1f02'

function saleRecorded(): SaleRecorded {
  const at = new Date().toISOString()
  const data = {
    ...{ sale_id: SALE, source: 'checkout', external_id: 'order', provider: 'stripe' },
    ...{ gross_cents: 19_900, fee_cents: 990, currency: 'BRL', product_name: 'Bolo' },
    ...{ product_id: 'sku-1', phone: '5531900000000', occurred_at: at, recorded_at: at },
  }
  return { type: 'SaleRecorded', data }
}

function templateSynced(waba_id: string): TemplateSynced {
  const data = {
    ...{ template_id: TEMPLATE, waba_id, name: 'order_on_its_way', language: 'pt_BR' },
    ...{ category: 'UTILITY', parameter_format: 'POSITIONAL', components: [], variables: ['1'] },
    ...{ provider_template_id: '594425479261596', provider_status: 'APPROVED' },
    ...{ rejected_reason: null, synced_at: new Date().toISOString() },
  }
  return { type: 'TemplateSynced', data }
}

async function listsOf({ tenant, client }: Filled, rows: number): Promise<List[]> {
  const found = await client.query<{ talk: string; stage: string; delivered: string }>(
    `select conversation_id as talk, (select id from stages order by position desc limit 1) as stage,
       (select status from deliveries limit 1) as delivered from messages limit 1`,
  )
  const [row] = found.rows
  if (row === undefined) throw new Error('there is no message')
  const { talk, stage, delivered } = row
  const connection = `connection_id=${tenant.connection_id}`
  const few = (name: string, path: string): List => ({ by: 'few rows', name, path })
  const kept = (name: string, path: string, total = rows): List => ({
    ...{ by: 'places', name, path, total },
  })
  const onStage = rows - Math.ceil(rows / 5)
  return [
    few('connections', '/connections?'),
    few('stages', '/stages?'),
    few('contacts of a phone', '/contacts?phone=5511990000000'),
    kept('sales', '/sales?'),
    kept('sales of a status', '/sales?status=pending'),
    kept('templates', '/templates?'),
    kept('templates of a status', '/templates?status=approved'),
    kept('webhook deliveries', '/webhooks/deliveries?'),
    kept('deliveries of a status', `/webhooks/deliveries?status=${delivered}`),
    kept('webhook-events', '/webhook-events?'),
    kept('webhook-events of a name', '/webhook-events?event=messages'),
    kept('history', `/conversations/${talk}/messages?`),
    kept('conversations of a connection', `/conversations?${connection}`),
    kept('conversations, waiting', '/conversations?status=pending', Math.ceil(rows / 100) - 1),
    kept('contacts of a connection', `/contacts?${connection}`),
    kept('contacts of a stage', `/contacts?stage_id=${stage}`, onStage),
    kept('contacts of stage and connection', `/contacts?stage_id=${stage}&${connection}`, onStage),
    kept('messages of a conversation', `/messages?conversation_id=${talk}`),
    kept('messages of a direction', `/messages?direction=inbound&${connection}`),
    kept('messages marked as read', '/messages?status=read', Math.ceil(rows / 1_000) - 1),
  ]
}

async function measure(
  { rounds, ms, progress }: BenchRun,
  { name, path, by, total }: List,
  api: HttpClient,
  one: () => Promise<unknown>,
): Promise<Row[]> {
  progress(name)
  const get = (offset: number) => async () =>
    (await api.get(path === '/stages?' ? '/api/v1/stages' : `/api/v1${path}&${page(offset)}`)).text
  const offsets = total === undefined ? [0] : [0, Math.floor(total / 2)]
  const made: Row[] = []
  for (const offset of offsets) {
    check(name, await get(offset)(), total)
    const variants = {
      ours: () => closedLoop(AT_A_TIME, ms / 3, get(offset)),
      raw: () => closedLoop(AT_A_TIME, ms / 3, one),
    }
    // Every connection of the pool plans a statement once.
    for (const warmUp of Object.values(variants)) await warmUp()
    const medians = await interleaved(Math.min(rounds, 2), variants)
    made.push({
      name: `lists: ${name}, ${offset === 0 ? 'first page' : 'half way'}`,
      unit: '/s',
      ours: medians.ours.rate ?? 0,
      raw: medians.raw.rate ?? 0,
      against: 'bare fastify route of one stored document',
      ...(by === 'places' && offset === 0 ? { goal: ratioAtLeast(0.4) } : {}),
    })
  }
  return made
}

function page(offset: number): string {
  return `limit=50&offset=${offset}`
}

/** Checks the measured result: full pages of a list of known length, else at least one row. */
function check(name: string, text: string, total: number | undefined): void {
  const { data, pagination } = JSON.parse(text) as {
    data: unknown[]
    pagination?: { total: number }
  }
  const items = total === undefined ? 1 : Math.min(50, Math.ceil(total / 2))
  if (data.length < items || (total !== undefined && pagination?.total !== total))
    throw new Error(`${name}: ${data.length} items of ${pagination?.total}`)
}
