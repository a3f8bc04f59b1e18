import { setTimeout as delay } from 'node:timers/promises'
import { rebuildTool } from '@recado/tools/rebuild/rebuild-tool'
import { type Test, test } from 'tap'
import { type Ends, endAll } from '../kit/ends.ts'
import { eventually } from '../kit/eventually.ts'
import { runTool } from '../kit/run-tool.ts'
import { addOfficial, openTenant, type Tenant } from '../kit/tenants.ts'
import { hookPost } from './hook-post.ts'
import { startTopology, type Topology } from './topology.ts'

const KEYS = 20
/** How long the sustainable load is measured, ms. */
const BORNE_MS = 20_000
/** Posts before the rebuild, so that the rebuild takes a while. */
const POSTS = 100
const MESSAGES_OF_POST = 100
const READS = ['/contacts?limit=20', '/messages?limit=20', '/conversations', '/stages']

type Page = {
  readonly data: readonly { readonly id: string }[]
  readonly pagination: { readonly total: number }
  /** Only of the list of events. */
  readonly next_cursor?: string
}

test('read models are rebuilt under half of the sustainable load without a single 5xx', async (t) => {
  const ends: Ends = []
  t.teardown(() => endAll(ends))
  const topology = await startTopology(ends, 3)
  const tenants = await Promise.all(
    Array.from({ length: KEYS }, () => openTenant(topology.reached, 'agency')),
  )
  const [first] = tenants as [Tenant]
  await written(topology, first)
  const page = await first.api.get<Page>('/events?limit=50')
  const second = `/events?limit=50&after=${page.body.next_cursor}`
  const shown = (await first.api.get<Page>(second)).body.data

  const began = performance.now()
  const before = closedLoops(tenants)
  await delay(BORNE_MS)
  const perSecond = (await before.end()).length / ((performance.now() - began) / 1_000)
  const during = openLoop(tenants, perSecond / 2)
  await rebuilt(t, topology)
  const statuses = await during.end()

  t.comment(`${perSecond.toFixed(0)}/s borne by ${KEYS} keys, half of it during the rebuild`)
  t.ok(statuses.length > perSecond, `${statuses.length} answers meanwhile`)
  t.same(
    statuses.filter((status) => status >= 300),
    [],
    'no response is an error',
  )
  t.same(
    (await first.api.get<Page>(second)).body.data,
    shown,
    'a cursor still leads to the same place',
  )
  const made = await first.api.post('/stages', { name: 'Afterwards' })
  const headers = { 'x-min-event-position': String(made.headers['x-event-position']) }
  const read = await first.api.call<Page>({ method: 'GET', path: '/stages', headers })
  t.equal(read.status, 200)
  t.equal(read.body.data.length, 4, 'a read still waits for a position')
})

/** Posts messages to one account and waits until all are shown. */
async function written({ reached, url }: Topology, { id, api }: Tenant): Promise<void> {
  const connection = await addOfficial(reached, id)
  for (let n = 0; n < POSTS; n++) {
    const ids = Array.from({ length: MESSAGES_OF_POST }, (_, i) => `wamid.${n}.${i}`)
    await eventually(async () => {
      const answer = await fetch(`${url}${connection.hook}`, {
        method: 'POST',
        ...hookPost(connection, ids, n),
      })
      return answer.status === 200
    })
  }
  await eventually(async () => {
    const { body } = await api.get<Page>('/messages?limit=1')
    return body.pagination.total === POSTS * MESSAGES_OF_POST
  }, 180_000)
}

/** Rebuilds the read models beside the served ones and asserts that they are equal. */
async function rebuilt(t: Test, { config }: Topology): Promise<void> {
  const { signal } = new AbortController()
  const rebuild = (...args: string[]) =>
    runTool((console) => rebuildTool(console, signal), config, ...args)
  const { code, lines } = await rebuild()
  t.equal(code, 0)
  t.match(lines.at(-2), /, 0 tables differ/)
  t.comment(lines.at(-2) ?? '')
  await rebuild('--release')
}

/** One request: four reads for each write. @returns its status */
async function ask({ api }: Tenant, n: number): Promise<number> {
  const contact = { name: 'Ana', phone: `+55119${String(n).padStart(8, '0')}` }
  const path = READS[n % 5]
  return (path === undefined ? await api.post('/contacts', contact) : await api.get(path)).status
}

/** Each key makes its next request as soon as the last one is answered. */
function closedLoops(tenants: readonly Tenant[]) {
  const statuses: number[] = []
  let ended = false
  const loops = tenants.map(async (tenant, k) => {
    for (let n = k; !ended; n += KEYS) statuses.push(await ask(tenant, n))
  })
  return {
    async end() {
      ended = true
      await Promise.all(loops)
      return statuses
    },
  }
}

/** Makes requests at a fixed rate, by each key in turn, whether or not earlier ones are answered. */
function openLoop(tenants: readonly Tenant[], perSecond: number) {
  const answers: Promise<number>[] = []
  let ended = false
  const begun = performance.now()
  const running = (async () => {
    for (let n = 0; !ended; n++) {
      await delay(begun + (n * 1_000) / perSecond - performance.now())
      answers.push(ask(tenants[n % KEYS] as Tenant, 10_000_000 + n))
    }
  })()
  return {
    async end() {
      ended = true
      await running
      return Promise.all(answers)
    },
  }
}
