import { type MeasuredRow, type RunFile, titleOf } from '../report/run-file.ts'

/** What an installation consists of. `intake` is it and all other elected parts of `workers`, but the relay. */
export const PARTS = [
  ...(['log', 'intake', 'relay', 'projector', 'dispatchers'] as const),
  ...(['command-api', 'query-api', 'postgres', 'nats'] as const),
]
export type Part = (typeof PARTS)[number]

/** Of one operation, microseconds of processor time by part. */
export type Cost = Readonly<Record<Part, number>>

/** `update`: a message or a status of a post. `webhook`: what an event that is delivered costs beside its own fact. */
export const OPERATIONS = ['post', 'update', 'send', 'webhook', 'read'] as const
export type Operation = (typeof OPERATIONS)[number]

export type Costs = {
  readonly of: Readonly<Record<Operation, Cost>>
  /** What a projector pays for a fact of another partition, in parts of what it pays for one of its own. */
  readonly foreign: number
}

/** Facts that an operation appends; each is relayed once. */
const FACTS: Readonly<Record<Operation, number>> = {
  post: 1,
  update: 1,
  send: 2,
  webhook: 1,
  read: 0,
}

/** How many of a post's updates the two rows of posts have. */
const MANY_UPDATES = 1_000

/**
 * Reads the costs from rows of the bench. A row that measures more than its operation is counted whole, so that the sums
 * are rather too high, but for the projector: a webhook's row less that of an update, because one core of it bounds an
 * account.
 * @throws when the run lacks a row
 */
export function costsOf(run: RunFile): Costs {
  const row = (title: string) => rowOf(run, title)
  const update = costOf(row('intake: updates until visible, 100 a POST'), 'intake')
  const told = costOf(row('webhooks: event to delivery, 1000/s'), 'dispatchers')
  const webhook = { ...told, projector: Math.max(0, told.projector - update.projector) }
  const send = costOf(row('send-time: text over HTTP, 32 at a time'), 'intake')
  const pages = ['contacts', 'conversations', 'messages'].map((list) =>
    costOf(row(`pages: ${list}, first page`), 'intake'),
  )
  const read = byPart((part) => sumOf(pages.map((page) => page[part])) / pages.length)
  const relayed = costOf(row('relay: facts, 512 on the way'), 'intake', 'relay')
  const all = { post: postOf(row), update, send, webhook, read }
  const withRelay = (name: Operation) =>
    byPart((part) => all[name][part] + FACTS[name] * relayed[part])
  const of = Object.fromEntries(OPERATIONS.map((name) => [name, withRelay(name)]))
  return { of: of as Costs['of'], foreign: foreignOf(row(PARTITIONS)) }
}

/** A post without its updates: the rows have 1 and 1,000 of them. */
function postOf(row: (title: string) => MeasuredRow): Cost {
  const one = costOf(row('hooks: acknowledgement, 1 updates, 8 at a time'), 'intake')
  const many = costOf(row('hooks: acknowledgement, 1000 updates, 1 at a time'), 'intake')
  return byPart((part) => one[part] - (many[part] - one[part]) / (MANY_UPDATES - 1))
}

const PARTITIONS = 'partitions: messages of 64 accounts, in two partitions and in one'

/** The busier of two processes needs half of the whole, and for the other half what foreign facts cost. */
function foreignOf({ figures }: MeasuredRow): number {
  const { ours, raw } = figures.find(({ name }) => name === 'busiest_process_us') ?? {}
  if (!ours || !raw) throw new Error(`${PARTITIONS}: it has no busiest_process_us`)
  return Math.max(0, 2 * (ours / raw) - 1)
}

/** @param workers the part that the row's process `workers` is @param bench the part that the bench itself was */
function costOf({ cpu_us_per_op_by_process: us }: MeasuredRow, workers: Part, bench?: Part): Cost {
  const names = (part: Part) => [
    ...(part === 'log' ? ['event-store'] : [part]),
    ...(part === workers ? ['workers'] : []),
    ...(part === bench ? ['bench'] : []),
  ]
  return byPart((part) => sumOf(names(part).map((name) => us[name] ?? 0)))
}

function rowOf({ rows }: RunFile, title: string): MeasuredRow {
  const row = rows.find((one) => titleOf(one) === title)
  if (row?.outcome === 'measured') return row
  const [group] = title.split(':')
  throw new Error(`no row "${title}": npm run bench -- --only ${group} --save measures it`)
}

export function byPart(of: (part: Part) => number): Cost {
  return Object.fromEntries(PARTS.map((part) => [part, of(part)])) as Cost
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
