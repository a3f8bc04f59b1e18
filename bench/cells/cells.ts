import {
  byPart,
  type Cost,
  type Costs,
  OPERATIONS,
  type Operation,
  PARTS,
  type Part,
  sumOf,
} from './costs.ts'

/** Operations for each message that is received or sent. */
export type Mix = Readonly<Record<Operation, number>>

/** The most cores that a part of one cell can use; each API runs in any number of processes. */
export const MOST_CORES: Readonly<Record<Part, number>> = {
  // Intake with one partition: what more of them add is not measured.
  ...{ log: 1, intake: 1, relay: 1 },
  // PROJECTOR_PARTITIONS, and the shards that dispatchers share.
  ...{ projector: 64, dispatchers: 64 },
  // What we take a server to have.
  ...{ postgres: 16, nats: 16 },
  ...{ 'command-api': Number.POSITIVE_INFINITY, 'query-api': Number.POSITIVE_INFINITY },
}

/** How much of its cores a part may use for long: above it waits grow steeply. */
export const ROOM = 0.7

const US_PER_S = 1e6

/**
 * A mix for people who write and are answered. Each send has three statuses; every message and status is an event that a
 * webhook gets; each message is read twice.
 * @param sends the share of the messages that are sent @param perPost updates of a post of the provider
 */
export function mixOf(sends: number, perPost: number): Mix {
  const update = 1 - sends + 3 * sends
  return { post: update / perPost, update, send: sends, webhook: update, read: 2 }
}

/** Processor time of a message of the mix, microseconds by part. */
export function messageCost({ of }: Costs, mix: Mix): Cost {
  return byPart((part) => sumOf(OPERATIONS.map((name) => mix[name] * of[name][part])))
}

/** Messages a second with which `partitions` cores of projectors are full, if accounts fill them evenly. */
export function borneBy(partitions: number, cost: Cost, foreign: number): number {
  const share = 1 / partitions
  return US_PER_S / (cost.projector * (share + foreign * (1 - share)))
}

/** Messages a second with which a part of one cell is full. */
export function fullAt(part: Part, cost: Cost, foreign: number): number {
  if (part === 'projector') return borneBy(MOST_CORES.projector, cost, foreign)
  return cost[part] === 0 ? Number.POSITIVE_INFINITY : (US_PER_S * MOST_CORES[part]) / cost[part]
}

/** The parts, that which is full first at the front. @param without parts that are taken to bear anything */
export function inOrder(
  cost: Cost,
  foreign: number,
  without: readonly Part[] = [],
): readonly Part[] {
  const most = byPart((part) => fullAt(part, cost, foreign))
  return PARTS.filter((part) => !without.includes(part)).toSorted((a, b) => most[a] - most[b])
}

/** What a load needs. */
export type Plan = {
  /** The part that is full first. */
  readonly first: Part
  /** In parts of what the first part of one cell could do; above `ROOM` one cell is too little. */
  readonly use: number
  readonly cells: number
  /** Cores that each part of each cell needs, so that it uses `ROOM` of them. */
  readonly cores: Cost
}

/** @param rate messages a second @param without parts that are taken to bear anything */
export function planFor(
  rate: number,
  cost: Cost,
  foreign: number,
  without: readonly Part[] = [],
): Plan {
  const [first = 'log'] = inOrder(cost, foreign, without)
  const use = rate / fullAt(first, cost, foreign)
  const cells = Math.max(1, Math.ceil(use / ROOM))
  const each = rate / cells
  const cores = byPart((part) =>
    part === 'projector'
      ? partitionsFor(each, cost, foreign)
      : Math.ceil((each * cost[part]) / US_PER_S / ROOM),
  )
  return { first, use, cells, cores }
}

/** The fewest partitions that bear the rate with room; the most there can be if none do. */
function partitionsFor(rate: number, cost: Cost, foreign: number): number {
  for (let n = 1; n < MOST_CORES.projector; n += 1)
    if (borneBy(n, cost, foreign) * ROOM >= rate) return n
  return MOST_CORES.projector
}
