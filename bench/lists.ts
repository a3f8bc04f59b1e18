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
/** Statements that count row by row share two cores; more of them at once would only measure the queue. */
const PLAIN_AT_A_TIME = 1
const SLOW_MS = 10
const TABLES = ['contacts', 'conversations', 'messages', 'raw_events', 'sales', 'deliveries']

/** A list that grows with the account, or one that stays short. */
type List = {
  readonly name: string
  readonly path: string
  /** What a page costs: places kept by the fold, or all rows that fit counted and skipped. */
  readonly by: 'places' | 'plain SQL' | 'few rows'
}

/** The lists that `pages` leaves out, over HTTP; templates need a business account, and are not here. */
export const listsBench: Bench = {
  name: 'lists',
  async run(run) {
    const { lab, rows } = run
    const stack = await lab.stack()
    const sink = await openSink(lab)
    const { tenant, client } = await filledStack(run, stack, rows, TABLES, (product) =>
      prepare(run, stack, sink.url, product),
    )
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
    for (const list of await listsOf({ tenant, client }, api))
      measured.push(...(await measure(run, list, api, one)))
    return measured
  },
}

/** A webhook, so that the message is delivered, and a sale. */
async function prepare({ lab }: BenchRun, stack: Stack, url: string, product: Before) {
  const { tenant, port, shown } = product
  const api = httpClient(lab, port, { connections: 1, bearer: tenant.key })
  const { connection_id, account_id } = tenant
  await api.put('/api/v1/webhooks', JSON.stringify({ connection_id, url }))
  await shown('select from webhooks')
  const sale_id = '9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1f01'
  const at = new Date().toISOString()
  const data = {
    ...{ sale_id, source: 'checkout', external_id: 'order', provider: 'stripe' },
    ...{ gross_cents: 19_900, fee_cents: 990, currency: 'BRL', product_name: 'Bolo' },
    ...{ product_id: 'sku-1', phone: '5531900000000', occurred_at: at, recorded_at: at },
  }
  const fact = newFact(account_id, { type: 'SaleRecorded', data })
  await rawAppend(rawClient(lab, stack.settings.EVENTSTORE_URL), [fact], `sale-${sale_id}`)
}

async function listsOf({ tenant, client }: Filled, api: HttpClient): Promise<List[]> {
  const { rows } = await client.query<{ id: string }>(
    'select conversation_id as id from messages limit 1',
  )
  const conversation = rows[0]?.id
  const { data } = JSON.parse((await api.get('/api/v1/contacts?limit=1')).text) as {
    data: { stage_id: string }[]
  }
  const list = (by: List['by'], name: string, path: string): List => ({ by, name, path })
  return [
    list('few rows', 'connections', '/connections?'),
    list('few rows', 'stages', '/stages?'),
    list('few rows', 'contacts of a phone', '/contacts?phone=5511990000000'),
    list('places', 'sales', '/sales?'),
    list('places', 'webhook deliveries', '/webhooks/deliveries?'),
    list('places', 'webhook-events', '/webhook-events?'),
    list('places', 'history', `/conversations/${conversation}/messages?`),
    list('places', 'conversations of a connection', by(tenant.connection_id)),
    list('plain SQL', 'contacts of a stage', `/contacts?stage_id=${data[0]?.stage_id}`),
    list('plain SQL', 'conversations of a status', '/conversations?status=open'),
    list('plain SQL', 'messages of a conversation', `/messages?conversation_id=${conversation}`),
    list('plain SQL', 'messages of a status', '/messages?status=received'),
  ]
}

function by(connection: string): string {
  return `/conversations?connection_id=${connection}`
}

async function measure(
  { rows, rounds, ms, progress }: BenchRun,
  { name, path, by }: List,
  api: HttpClient,
  one: () => Promise<unknown>,
): Promise<Row[]> {
  progress(name)
  const get = (offset: number) => async () =>
    (await api.get(path === '/stages?' ? '/api/v1/stages' : `/api/v1${path}&${page(offset)}`)).text
  const offsets = by === 'few rows' ? [0] : [0, Math.floor(rows / 2)]
  const made: Row[] = []
  for (const offset of offsets) {
    check(name, await get(offset)(), by === 'few rows' ? null : rows)
    const plain = by === 'plain SQL'
    const atATime = plain ? PLAIN_AT_A_TIME : AT_A_TIME
    const variants = {
      ours: () => closedLoop(atATime, ms / 3, get(offset)),
      raw: () => closedLoop(atATime, ms / 3, one),
    }
    // Every connection of the pool plans a statement anew.
    for (const warmUp of Object.values(variants)) await warmUp()
    const medians = await interleaved(plain ? 1 : Math.min(rounds, 2), variants)
    const { rate = 0, p50 = 0 } = medians.ours
    const slow = plain && p50 > SLOW_MS ? ` (plain SQL: ${p50.toFixed(0)} ms)` : ''
    made.push({
      name: `lists: ${name}, ${offset === 0 ? 'first page' : 'half way'}${slow}`,
      unit: '/s',
      ours: rate,
      raw: medians.raw.rate ?? 0,
      against: `bare fastify route of one stored document${plain ? ', one at a time' : ''}`,
      ...(by === 'places' && offset === 0 ? { goal: ratioAtLeast(0.4) } : {}),
    })
  }
  return made
}

function page(offset: number): string {
  return `limit=50&offset=${offset}`
}

/** What is measured must be right: full pages of a list of known length, or at least a row. */
function check(name: string, text: string, rows: number | null): void {
  const { data, pagination } = JSON.parse(text) as {
    data: unknown[]
    pagination?: { total: number }
  }
  const right = rows === null ? data.length > 0 : data.length === 50 && pagination?.total === rows
  if (!right) throw new Error(`${name}: ${data.length} items of ${pagination?.total}`)
}
