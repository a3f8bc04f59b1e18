import { setTimeout as delay } from 'node:timers/promises'
import { Contact } from '@recado/contract/contact'
import { Conversation } from '@recado/contract/conversation'
import { Message } from '@recado/contract/message'
import { page } from '@recado/contract/page'
import { connectionSettings } from '@recado/infra/postgres/pool'
import { READ_SCHEMA } from '@recado/infra/read-models/schema'
import pg from 'pg'
import type { Bench, BenchRun } from './bench.ts'
import { fillLists } from './fill-lists.ts'
import { firstPosts } from './graph-post.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { closedLoop, interleaved } from './measure.ts'
import { type Row, ratioAtLeast } from './report.ts'
import type { Stack } from './stack.ts'
import { openTenant, type Tenant } from './tenant.ts'

const AT_A_TIME = 8
const LISTS = { contacts: Contact, conversations: Conversation, messages: Message } as const
type List = keyof typeof LISTS

/** Pages of 50 at both ends of depth, over HTTP. */
export const pagesBench: Bench = {
  name: 'pages',
  async run(run) {
    const stack = await run.lab.stack()
    const tenant = await filled(run, stack)
    const query = await stack.start('query-api')
    const connections = AT_A_TIME
    const api = httpClient(run.lab, query.port, { connections, bearer: tenant.key })
    const { port } = await stack.run(new URL('./one-document.ts', import.meta.url))
    const bare = httpClient(run.lab, port, { connections })
    for (const list of Object.keys(LISTS) as List[]) await checkPages(api, list, run.rows)
    return measure(run, api, bare, tenant)
  },
}

/** A tenant with full lists, and nothing left running that writes. */
async function filled({ lab, rows, progress }: BenchRun, stack: Stack): Promise<Tenant> {
  const projectors = await stack.start('projectors')
  const commands = await stack.start('command-api')
  const tenant = await openTenant(lab, commands.port)
  const client = new pg.Client(connectionSettings(stack.settings.DATABASE_URL, READ_SCHEMA))
  await client.connect()
  lab.after(() => client.end())
  const hooks = httpClient(lab, commands.port, { connections: 1 })
  for (const { body, headers } of firstPosts(tenant, 1))
    await hooks.post('/hooks/whatsapp', body, headers)
  // The rows to copy are those that the product itself makes of one message.
  await until(async () => (await client.query('select from messages')).rowCount === 1)
  await Promise.all([commands.stop(), projectors.stop()])
  await fillLists(client, rows, progress)
  return tenant
}

async function until(done: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 15_000
  while (!(await done())) {
    if (performance.now() > deadline) throw new Error('the first message was not shown')
    await delay(50)
  }
}

/** What is measured must be right: the total, the number of items, and their shape at both offsets. */
async function checkPages(api: HttpClient, list: List, rows: number): Promise<void> {
  for (const offset of [0, Math.floor(rows / 2)]) {
    const { text } = await api.get(path(list, offset))
    const { data, pagination } = page(LISTS[list]).parse(JSON.parse(text))
    if (data.length !== 50 || pagination.total !== rows)
      throw new Error(`${list} at ${offset}: ${data.length} items of ${pagination.total}`)
  }
}

async function measure(
  { rows, rounds, ms, progress }: BenchRun,
  api: HttpClient,
  bare: HttpClient,
  { account_id }: Tenant,
): Promise<Row[]> {
  progress(`pages, ${AT_A_TIME} at a time`)
  const half = Math.floor(rows / 2)
  const place = () => Math.floor(Math.random() * rows)
  const loop = (work: () => Promise<unknown>) => () => closedLoop(AT_A_TIME, ms, work)
  const variants: Record<string, () => Promise<{ rate: number }>> = {
    bare: loop(() => bare.get(`/${account_id}/${place()}`)),
  }
  for (const list of Object.keys(LISTS)) {
    variants[`${list} first`] = loop(() => api.get(path(list, 0)))
    variants[`${list} deep`] = loop(() => api.get(path(list, half + Math.floor(place() / 4))))
  }
  await Promise.all(Object.values(variants).map((warmUp) => warmUp()))
  const medians = await interleaved(rounds, variants)
  const rate = (name: string) => medians[name]?.rate ?? 0
  return Object.keys(LISTS).flatMap((list) => [
    {
      name: `pages: ${list}, first page`,
      unit: '/s' as const,
      ours: rate(`${list} first`),
      raw: rate('bare'),
      against: 'bare fastify route of one stored document',
      goal: ratioAtLeast(0.4),
    },
    {
      name: `pages: ${list}, half way`,
      unit: '/s' as const,
      ours: rate(`${list} deep`),
      raw: rate(`${list} first`),
      against: 'first page',
      goal: ratioAtLeast(0.6),
    },
  ])
}

function path(list: string, offset: number): string {
  return `/api/v1/${list}?limit=50&offset=${offset}`
}
