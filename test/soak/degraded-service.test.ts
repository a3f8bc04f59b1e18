import { readFile, writeFile } from 'node:fs/promises'
import { buildGraphSimulator } from '@recado/simulators/graph-api/graph-simulator'
import { test } from 'tap'
import { startCustomer } from '../kit/customer.ts'
import { doorsOf, type Told } from '../kit/doors.ts'
import { type Ends, endAll } from '../kit/ends.ts'
import { eventually } from '../kit/eventually.ts'
import { startProduct } from '../kit/product.ts'
import { startServers } from '../kit/product-servers.ts'
import { type TcpProxy, tcpProxy } from '../kit/tcp-proxy.ts'
import { addOfficial, openTenant } from '../kit/tenants.ts'

// Calls every entry point while one server is down, frozen or slow, and holds the table in docs/operations.md to the
// answers. RECADO_FILL=1 writes the table; statuses of earlier runs stay in it, as an answer near its time limit varies.

const PAGE = new URL('../../docs/operations.md', import.meta.url)
const SERVERS = {
  Postgres: 'DATABASE_URL',
  NATS: 'NATS_URL',
  'event store': 'EVENTSTORE_URL',
  provider: 'GRAPH_API_URL',
  vault: 'VAULT_URL',
} as const
const CONDITIONS: Readonly<Record<string, (wire: TcpProxy) => void>> = {
  down: (wire) => wire.refuse(),
  frozen: (wire) => wire.mute(),
  slow: (wire) => wire.delay(1_000),
}
const DOORS: Readonly<Record<string, string>> = {
  read: 'Reads (`GET` of lists and details)',
  events: '`GET /events`',
  provider_read: 'What is asked of the provider (health, profile, media)',
  command: 'Commands (`POST`, `PATCH`, `DELETE`)',
  configure: '`PUT /webhooks`, which keeps a secret',
  send: 'Sends',
  meta_hook: "The provider's hook",
  sales_hook: 'The hook of sales',
  operator: '`GET /operator/v1/status`',
}

async function degradable(ends: Ends) {
  const meta = buildGraphSimulator({ appSecret: 'app-secret-of-the-tests' })
  ends.push(() => meta.close())
  const GRAPH_API_URL = await meta.listen({ port: 0, host: '127.0.0.1' })
  const customer = await startCustomer()
  ends.push(() => customer.stop())
  const settings = { GRAPH_API_URL, PROVIDER_TIMEOUT_MS: '3000', READ_YOUR_WRITES_MS: '1000' }
  const servers = await startServers(settings, ends)
  const wires: Record<string, TcpProxy> = {}
  const wired: Record<string, string> = {}
  for (const [server, setting] of Object.entries(SERVERS)) {
    const { port } = new URL(servers[setting])
    const wire = await tcpProxy(Number(port))
    ends.push(() => wire.close())
    wires[server] = wire
    wired[setting] = servers[setting].replace(`:${port}`, `:${wire.port}`)
  }
  const product = await startProduct({
    servers: { ...servers, ...wired },
    dispatchTimes: { schedule: [0, 200, 400, 800, 1_600, 3_200], sweepMs: 100, renewMs: 200 },
  })
  ends.push(() => product.stop())
  const tenant = await openTenant(product)
  const connection = await addOfficial(product, tenant.id)
  const webhook = { connection_id: connection.id, url: customer.url }
  await tenant.api.put('/webhooks', webhook)
  const doors = doorsOf(product, tenant, connection)
  return { doors, wires, customer, restore: () => tenant.api.put('/webhooks', webhook) }
}

/** Statuses by entry point and server, in the order of the conditions: down, frozen, slow. */
type Cells = Map<string, string[]>

test('every entry point answers as documented while one server is unavailable', async (t) => {
  const ends: Ends = []
  t.teardown(() => endAll(ends))
  const { doors, wires, customer, restore } = await degradable(ends)
  const cells: Cells = new Map()
  // A process holds a lease of up to ten calls of a key, which it answers without Postgres: use them up first.
  const useUp = () => Promise.all(Array.from({ length: 12 }, () => doors.read?.()))
  const callAll = () =>
    Promise.all(Object.entries(doors).map(async ([door, call]) => [door, await call()] as const))
  const isWell = () =>
    eventually(async () => {
      const told = await callAll()
      const failed = told.filter(([, { status }]) => status >= 300)
      if (failed.length > 0) throw new Error(JSON.stringify(failed))
      return true
    })
  await isWell()
  for (const [server, wire] of Object.entries(wires))
    for (const [condition, begin] of Object.entries(CONDITIONS)) {
      begin(wire)
      await useUp()
      for (const [door, told] of await callAll()) {
        t.ok(isSaid(told), `${door}, ${server} ${condition}: ${JSON.stringify(told)}`)
        const key = keyOf(DOORS[door], server)
        cells.set(key, [...(cells.get(key) ?? []), String(told.status)])
      }
      wire.heal()
      // The product must recover without a restart.
      await isWell()
      const before = customer.arrivals.length
      await eventually(async () => (await restore()).status < 300)
      await doors.meta_hook?.()
      await eventually(() => customer.arrivals.length > before)
    }
  const known = cellsIn(await readFile(PAGE, 'utf8'))
  if (process.env.RECADO_FILL === '1') await fill(cells, known)
  const page = cellsIn(await readFile(PAGE, 'utf8'))
  for (const [key, told] of cells)
    for (const [index, status] of told.entries())
      t.ok(page.get(key)?.[index]?.split(OR).includes(status), `${key}: ${told} is in the table`)
})

/** Whether the answer tells a caller what to do: a 503 names when to try again, and no answer is a fault of ours. */
function isSaid({ status, retryAfter }: Told): boolean {
  if (status === 503) return Number(retryAfter) >= 1
  return status < 300 || status === 502
}

const OR = ' or '
const BEGIN = '<!-- degraded service: written by test/soak/degraded-service.test.ts -->\n'
const END = '\n<!-- end of degraded service -->'

function keyOf(title: string | undefined, server: string): string {
  return `${title}, ${server}`
}

/** The cells of the table on the page. A cell with one status stands for all three conditions. */
function cellsIn(page: string): Cells {
  const [from, to] = [page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)]
  const [head = [], _line, ...rows] = page.slice(from, to).split('\n').map(columnsOf)
  return new Map(
    rows.flatMap(([title, ...texts]) =>
      texts.map((text, index) => {
        const told = text.split(', ')
        return [
          keyOf(title, String(head[index + 1])),
          told.length === 1 ? [text, text, text] : told,
        ]
      }),
    ),
  )
}

function columnsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((text) => text.trim())
}

/** Writes the table. Statuses that a cell holds already are kept; empty the cell when a change makes them wrong. */
async function fill(cells: Cells, known: Cells): Promise<void> {
  const page = await readFile(PAGE, 'utf8')
  const [from, to] = [page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)]
  const servers = Object.keys(SERVERS)
  const head = ['Asked for', ...servers]
  const cellOf = (key: string) => {
    const told = (cells.get(key) ?? []).map((status, index) => {
      const before = known.get(key)?.[index]?.split(OR) ?? []
      return [...new Set([...before, status])].sort().join(OR)
    })
    return new Set(told).size === 1 ? String(told[0]) : told.join(', ')
  }
  const rows = Object.values(DOORS).map((title) => [
    title,
    ...servers.map((server) => cellOf(keyOf(title, server))),
  ])
  const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)
  await writeFile(PAGE, page.slice(0, from) + lines.join('\n') + page.slice(to))
}
