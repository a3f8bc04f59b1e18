import { percentile } from '../measuring/loops.ts'
import type { RunFile } from '../report/run-file.ts'
import {
  borneBy,
  fullAt,
  inOrder,
  type Mix,
  MOST_CORES,
  messageCost,
  mixOf,
  planFor,
  ROOM,
} from './cells.ts'
import { type Cost, type Costs, costsOf, OPERATIONS, PARTS, type Part, sumOf } from './costs.ts'
import { type Lags, lagsOf } from './skew.ts'

const LOADS = [1_000, 10_000, 100_000]
const PARTITIONS = [1, 2, 4, 8]
/** Of what one core of a projector bears. */
const SKEWED_LOADS = [0.7, 1.4, 1.9, 2.5]
const SKEWED_S = 60
const SKEWED = { accounts: 64, hotShare: 0.5, seed: 20_261_127 }
/** The log of the bench is the embedded store, which no large installation runs. */
const LOG: readonly Part[] = ['log']

/** What the rows of a run say about large loads, as text. @param mix see `mixOf` */
export function cellsReport(run: RunFile, mix: { sends: number; perPost: number }): string {
  const costs = costsOf(run)
  const perMessage = mixOf(mix.sends, mix.perPost)
  const cost = messageCost(costs, perMessage)
  const { cpu_model, cores } = run.machine
  const lines = [
    `Measured on ${cores} cores of ${cpu_model}. A message is sent (${percent(mix.sends)}) or received; a post of the`,
    `provider has ${mix.perPost} of its messages or statuses.`,
    ...['', ...operationLines(costs, perMessage, cost)],
    ...['', ...accountLines(costs, perMessage)],
    ...['', ...coreLines(cost, costs.foreign)],
    ...['', ...firstLines(cost, costs.foreign)],
    ...['', ...planLines(cost, costs.foreign)],
    ...['', ...skewLines(cost, costs.foreign)],
  ]
  return `${lines.join('\n')}\n`
}

function operationLines(costs: Costs, mix: Mix, cost: Cost): string[] {
  const line = (name: string, times: string, of: Cost) =>
    row(name, [times, ...PARTS.map((part) => whole(of[part]))])
  return [
    row('CPU of an operation, us', ['a message', ...PARTS]),
    ...OPERATIONS.map((name) =>
      line(name, String(Number(mix[name].toPrecision(3))), costs.of[name]),
    ),
    line('a message', '', cost),
  ]
}

function accountLines(costs: Costs, mix: Mix): string[] {
  const none: Mix = { post: 0, update: 0, send: 0, webhook: 0, read: 0 }
  const most = (of: Partial<Mix>) => {
    const full = borneBy(1, messageCost(costs, { ...none, ...of }), 0)
    return [whole(full), whole(full * ROOM)]
  }
  return [
    row('One account: one core of a projector', ['most, /s', 'room, /s']),
    row('messages received', most({ update: 1 })),
    row('messages received, each to a webhook', most({ update: 1, webhook: 1 })),
    row('messages sent, without statuses', most({ send: 1 })),
    row('messages of the mix', most(mix)),
  ]
}

function coreLines(cost: Cost, foreign: number): string[] {
  const counts = [...PARTITIONS, 16, MOST_CORES.projector]
  const all = sumOf(Object.values(cost))
  const most = (room: number) => counts.map((n) => whole(borneBy(n, cost, foreign) * room))
  return [
    row('Cores of projectors (partitions)', counts.map(String)),
    row('most messages, /s', most(1)),
    row(`with room (${percent(ROOM)} of each core), /s`, most(ROOM)),
    `A fact of another partition costs ${percent(foreign)} of one's own.`,
    `All parts together need ${whole(all)} us a message: until a part is full, each core bears ${whole((1e6 * ROOM) / all)} messages a second.`,
  ]
}

function firstLines(cost: Cost, foreign: number): string[] {
  const full = inOrder(cost, foreign).filter((part) => Number.isFinite(fullAt(part, cost, foreign)))
  return [
    row('One cell: what is full first', ['cores', 'most, /s']),
    ...full.map((part) => row(part, [whole(MOST_CORES[part]), whole(fullAt(part, cost, foreign))])),
  ]
}

function planLines(cost: Cost, foreign: number): string[] {
  return [LOG, []].flatMap((without, n) => [
    ...(n === 0 ? [] : ['']),
    row(without.length > 0 ? 'If the log bears it, /s' : 'With the log as measured, /s', [
      'first',
      'full to',
      'cells',
      'all cores',
      ...PARTS.filter((part) => !without.includes(part)),
    ]),
    ...LOADS.map((rate) => planLine(rate, cost, foreign, without)),
  ])
}

function planLine(rate: number, cost: Cost, foreign: number, without: readonly Part[]): string {
  const { first, use, cells, cores } = planFor(rate, cost, foreign, without)
  const parts = PARTS.filter((part) => !without.includes(part))
  const all = cells * sumOf(parts.map((part) => cores[part]))
  const each = parts.map((part) => whole(cores[part]))
  return row(whole(rate), [first, percent(use), whole(cells), whole(all), ...each])
}

const KINDS = [
  ['it', 'hot'],
  ['others of its partition', 'beside'],
  ['other partitions', 'apart'],
] as const

function skewLines(cost: Cost, foreign: number): string[] {
  const { accounts, hotShare } = SKEWED
  return [
    `Lag (p99) in ${SKEWED_S} s in which one of ${accounts} accounts has ${percent(hotShare)} of the messages, by partitions`,
    row('load of one core; lag of', PARTITIONS.map(String)),
    ...SKEWED_LOADS.flatMap((load) => {
      const lags = PARTITIONS.map((partitions) => skewed(load, partitions, cost, foreign))
      return KINDS.map(([name, kind]) =>
        row(
          `${load}; ${name}`,
          lags.map((one) => lagText(one[kind])),
        ),
      )
    }),
  ]
}

/** @param load in parts of what one core of a projector bears */
function skewed(load: number, partitions: number, { projector: own }: Cost, foreign: number): Lags {
  const rate = (load * 1e6) / own
  const facts = Math.round(rate * SKEWED_S)
  return lagsOf({ ...SKEWED, partitions, rate, facts, own, foreign: own * foreign })
}

function lagText(lags: readonly number[]): string {
  return lags.length === 0 ? '-' : `${whole(percentile(lags, 0.99) / 1_000)} ms`
}

function row(name: string, cells: readonly string[]): string {
  return [name.padEnd(38), ...cells.map((cell) => cell.padStart(12))].join('').trimEnd()
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

function percent(share: number): string {
  return `${whole(share * 100)} %`
}
