import { type Before, filledStack } from '../lab/filled-stack.ts'
import { type HttpClient, httpClient } from '../lab/http-client.ts'
import { rawAppend, rawClient } from '../lab/raw-events.ts'
import { recordedSale, syncedTemplate } from '../lab/single-facts.ts'
import { openSink } from '../lab/sink.ts'
import type { Stack } from '../lab/stack.ts'
import type { Tenant } from '../lab/tenant.ts'
import { defineGroup, type Group, type GroupRun } from '../measuring/group.ts'
import { closedLoop } from '../measuring/loops.ts'
import { ratioAtLeast } from '../report/goal.ts'

const AT_A_TIME = 8

/** Ids that occur in the filled lists. */
type Known = Pick<Tenant, 'connection_id'> & {
  readonly conversation: string
  readonly stage: string
  readonly delivered: string
}

type Opened = {
  readonly api: HttpClient
  /** Answers one document. */
  one(): Promise<unknown>
  readonly known: Known
}

/** A list to measure. */
type List = {
  readonly name: string
  path(known: Known): string
  /** The length of the list, which the projector counts; unset for short lists that the query counts and skips. */
  readonly total?: (rows: number) => number
}

const few = (name: string, path: string): List => ({ name, path: () => path })
const all = (rows: number) => rows
const kept = (name: string, path: List['path'] | string, total = all): List => ({
  ...{ name, total, path: typeof path === 'string' ? () => path : path },
})
const onStage = (rows: number) => rows - Math.ceil(rows / 5)

/** The lists of people that the group `pages` leaves out. */
export const listsOfPeople = listGroup({
  name: 'lists-people',
  minutes: 5,
  tables: ['contacts', 'contact_connections', 'conversations', 'messages'],
  lists: [
    few('connections', '/connections?'),
    few('stages', '/stages'),
    few('contacts of a phone', '/contacts?phone=5511990000000'),
    kept('contacts of a connection', ({ connection_id }) => `/contacts?${of(connection_id)}`),
    kept('contacts of a stage', ({ stage }) => `/contacts?stage_id=${stage}`, onStage),
    kept(
      'contacts of stage and connection',
      ({ stage, connection_id }) => `/contacts?stage_id=${stage}&${of(connection_id)}`,
      onStage,
    ),
    kept('conversations of a connection', ({ connection_id }) => {
      return `/conversations?${of(connection_id)}`
    }),
    kept('conversations, waiting', '/conversations?status=pending', (rows) => {
      return Math.ceil(rows / 100) - 1
    }),
  ],
})

/** The lists of messages. */
export const listsOfMessages = listGroup({
  name: 'lists-messages',
  minutes: 4,
  tables: ['contacts', 'conversations', 'messages'],
  lists: [
    kept('history', ({ conversation }) => `/conversations/${conversation}/messages?`),
    kept('messages of a conversation', ({ conversation }) => {
      return `/messages?conversation_id=${conversation}`
    }),
    kept('messages of a direction', ({ connection_id }) => {
      return `/messages?direction=inbound&${of(connection_id)}`
    }),
    kept('messages marked as read', '/messages?status=read', (rows) => Math.ceil(rows / 1_000) - 1),
  ],
})

/** The lists of everything else. */
export const listsOfRecords = listGroup({
  name: 'lists-records',
  minutes: 6,
  tables: ['messages', 'raw_events', 'sales', 'deliveries', 'templates'],
  lists: [
    kept('sales', '/sales?'),
    kept('sales of a status', '/sales?status=pending'),
    kept('templates', '/templates?'),
    kept('templates of a status', '/templates?status=approved'),
    kept('webhook deliveries', '/webhooks/deliveries?'),
    kept('deliveries of a status', ({ delivered }) => `/webhooks/deliveries?status=${delivered}`),
    kept('webhook-events', '/webhook-events?'),
    kept('webhook-events of a name', '/webhook-events?event=messages'),
  ],
})

function of(connection_id: string): string {
  return `connection_id=${connection_id}`
}

type ListGroup = {
  readonly name: string
  readonly minutes: number
  /** The tables to fill. */
  readonly tables: readonly string[]
  readonly lists: readonly List[]
}

/** Pages of lists, first and half way, over HTTP. */
function listGroup({ tables, lists, ...group }: ListGroup): Group {
  return defineGroup<Opened>({
    ...{ ...group, usesLists: true },
    open: (run) => openLists(run, tables),
    rows: lists.flatMap((list) => [
      rowOf(list, 'first page'),
      ...(list.total === undefined ? [] : [rowOf(list, 'half way')]),
    ]),
  })
}

function rowOf(list: List, place: 'first page' | 'half way') {
  const isFirst = place === 'first page'
  return {
    name: `${list.name}, ${place}`,
    against: 'bare fastify route of one stored document',
    figures: ['rate_per_s'] as const,
    goals: isFirst && list.total !== undefined ? [ratioAtLeast('rate_per_s', 0.4)] : [],
    async sides({ api, one, known }: Opened, { listRows }: GroupRun) {
      const total = list.total?.(listRows)
      const offset = isFirst || total === undefined ? 0 : Math.floor(total / 2)
      const path = `/api/v1${list.path(known)}${paged(list, known, offset)}`
      const get = async () => (await api.get(path)).text
      check(list.name, await get(), total)
      const loop = (call: () => Promise<unknown>) => closedLoop({ atATime: AT_A_TIME, call })
      return { ours: loop(get), raw: loop(one) }
    },
  }
}

/** The list of stages has no pages. */
function paged(list: List, known: Known, offset: number): string {
  return list.path(known).includes('?') ? `&limit=50&offset=${offset}` : ''
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

async function openLists(run: GroupRun, tables: readonly string[]): Promise<Opened> {
  const { lab, listRows } = run
  const stack = await lab.stack()
  const sink = await openSink(lab)
  const { tenant, client } = await filledStack(run, stack, listRows, {
    tables,
    before: (product) => prepare(run, stack, sink.url, product),
  })
  const { rows } = await client.query<Omit<Known, 'connection_id'>>(
    `select conversation_id as conversation,
       (select id from stages order by position desc limit 1) as stage,
       (select status from deliveries limit 1) as delivered from messages limit 1`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('there is no message')
  const query = await stack.start('query-api')
  const api = httpClient(lab, query.port, { connections: AT_A_TIME, bearer: tenant.key })
  const one = await oneDocument(run, stack, tenant, tables)
  return { api, one, known: { ...row, connection_id: tenant.connection_id } }
}

/** @returns a call of the bare route for a random message */
async function oneDocument(
  { lab, listRows }: GroupRun,
  stack: Stack,
  { account_id }: Tenant,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  if (!tables.includes('messages')) throw new Error('the raw limit reads messages')
  const { port } = await stack.raw('bench/raw/one-document.ts')
  const bare = httpClient(lab, port, { connections: AT_A_TIME })
  return async () => {
    const path = `/${account_id}/${Math.floor(Math.random() * listRows)}`
    if ((await bare.get(path)).text === '') throw new Error(`${path} has no document`)
  }
}

/** Adds a webhook, so that the message is delivered, a sale and a template. */
async function prepare({ lab }: GroupRun, stack: Stack, url: string, product: Before) {
  const { tenant, port, shown } = product
  const api = httpClient(lab, port, { connections: 1, bearer: tenant.key })
  const { connection_id, account_id, waba_id } = tenant
  await api.put('/api/v1/webhooks', JSON.stringify({ connection_id, url }))
  await shown('select from webhooks')
  const log = rawClient(lab, stack.settings.EVENTSTORE_URL)
  for (const { stream, fact } of [recordedSale(account_id), syncedTemplate(account_id, waba_id)])
    await rawAppend(log, [fact], stream)
}
