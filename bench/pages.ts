import { Contact } from '@recado/contract/contact'
import { Conversation } from '@recado/contract/conversation'
import { Message } from '@recado/contract/message'
import { page } from '@recado/contract/page'
import type { Bench, BenchRun } from './bench.ts'
import { filledStack } from './filled-stack.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { closedLoop, interleaved } from './measure.ts'
import { type Row, ratioAtLeast } from './report.ts'
import type { Tenant } from './tenant.ts'

const AT_A_TIME = 8
const LISTS = { contacts: Contact, conversations: Conversation, messages: Message } as const
type List = keyof typeof LISTS

/** First and deep pages of 50 items, over HTTP. */
export const pagesBench: Bench = {
  name: 'pages',
  async run(run) {
    const stack = await run.lab.stack()
    const { tenant } = await filledStack(run, stack, run.rows)
    const query = await stack.start('query-api')
    const connections = AT_A_TIME
    const api = httpClient(run.lab, query.port, { connections, bearer: tenant.key })
    const { port } = await stack.run(new URL('./one-document.ts', import.meta.url))
    const bare = httpClient(run.lab, port, { connections })
    for (const list of Object.keys(LISTS) as List[]) await checkPages(api, list, run.rows)
    return measure(run, api, bare, tenant)
  },
}

/** Checks the measured result: the total, the number of items, and their shape at both offsets. */
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
