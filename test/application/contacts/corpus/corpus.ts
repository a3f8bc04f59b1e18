import { deepStrictEqual as same } from 'node:assert/strict'
import fc from 'fast-check'
import { findingsIn } from '../../audit/audited-memory.ts'
import { claimsOf, linksOf } from '../people-in-the-log.ts'
import { scheduledStore } from '../scheduled-store.ts'
import { scheduledTimers } from '../scheduled-timers.ts'
import { type Arrivals, history, type Report } from './histories.ts'
import { mergedAgain, unexplained, wronglyJoined, wronglySplit } from './oracle.ts'
import { seededTurns } from './turns.ts'
import { type CorpusWorld, corpusWorld } from './world.ts'

const recorded = fc.record({
  /** How many posts are recorded at once. */
  together: fc.integer({ min: 1, max: 3 }),
  isTwice: fc.boolean(),
  /** After which posts the operator separates a merged contact, and which. */
  unmerge: fc.option(fc.record({ after: fc.nat(8), which: fc.nat(3) }), { nil: null, freq: 4 }),
})

/** How the posts of a history are recorded. */
export type How = typeof recorded extends fc.Arbitrary<infer One> ? One : never

/** Runs histories of people through intake, with the answers of the log in any order, and judges who is whom. */
export const corpus = fc.asyncProperty(fc.integer(), history, recorded, judged)

/** Records one history, with the answers of the log in the order that a seed gives, and judges who is whom. */
export async function judged(
  seed: number,
  { reports, arrivals }: { readonly reports: readonly Report[]; readonly arrivals: Arrivals },
  how: How,
): Promise<void> {
  let isOver = false
  const turn = seededTurns(seed)
  const orAtOnce = (what: string) => (isOver ? Promise.resolve() : turn(what))
  const world = corpusWorld(scheduledStore(orAtOnce))
  const restore = scheduledTimers(orAtOnce)
  try {
    await recordAll(world, arrivals, how)
    isOver = true
    judge(world, reports, how.unmerge !== null)
    same(await findingsIn(world), [])
    // A repeat shows again that separated contacts are one, which is a conflict.
    if (how.unmerge !== null) return
    const { length } = world.log
    await world.replay()
    same(
      world.log.slice(length).map(({ type, data }) => ({ type, data })),
      [],
    )
  } finally {
    restore()
  }
}

async function recordAll(
  world: CorpusWorld,
  arrivals: Arrivals,
  { together, isTwice, unmerge }: How,
): Promise<void> {
  for (let n = 0; n < arrivals.length; n += together) {
    await world.hear(arrivals.slice(n, n + together), isTwice)
    if (unmerge !== null && unmerge.after >= n && unmerge.after < n + together)
      await world.unmerge(unmerge.which)
  }
}

function judge(world: CorpusWorld, reports: readonly Report[], isSeparated: boolean): void {
  same(world.parked(), [])
  same(linksOf(world), claimsOf(world))
  same(wronglyJoined(world, reports), [])
  same(mergedAgain(world), [])
  if (isSeparated) return
  same(wronglySplit(world, reports), [])
  same(unexplained(world), [])
}
