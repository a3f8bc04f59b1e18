import { buildWahaSimulator } from '@recado/simulators/waha/waha-simulator'
import fc from 'fast-check'
import { startWorld, type World } from '../kit/world.ts'
import type { Case } from './case.ts'
import { hookPosts } from './hook-posts.ts'
import { named, namesOf } from './names.ts'
import { moveIn, type Neighbour } from './neighbour.ts'
import { type Leniency, put, WAHA_KEY } from './put.ts'
import { requests } from './requests.ts'

const BATCH = 100
const AT_ONCE = 16

const cases = fc.oneof({ arbitrary: requests, weight: 7 }, { arbitrary: hookPosts, weight: 3 })

/** The result of a fuzz run; `fault` names the seed and the case, so that it can be repeated. */
export type Outcome = { readonly count: number; readonly fault: string | null }

/** The cases of one batch, always the same for the same seed. */
const batchOf = (seed: number, n: number): readonly Case[] =>
  fc.sample(cases, { seed: seed + n, numRuns: BATCH })

/**
 * Sends random cases to a product of its own, until there were enough or one shows a fault. After each batch of 100 the
 * product must still serve another account.
 * @param enough called after each batch with the number of cases so far
 * @param say called with the failure of a batch and its seed before the case is searched for, which takes minutes
 * @param may the failures that are tolerated
 * @param isLate whether there is no time left to narrow the case down
 */
export async function fuzz(
  seed: number,
  enough: (count: number) => boolean,
  say: (line: string) => void,
  isLate: () => boolean,
  may: Leniency,
): Promise<Outcome> {
  const place = await openPlace()
  try {
    for (let n = 0; ; n++) {
      const batch = batchOf(seed, n)
      const fault =
        (await putAll(place, batch, may)) ??
        (await unwell(place, batch, (trouble) => say(`seed ${seed + n}: ${trouble}`), isLate))
      const count = (n + 1) * BATCH
      if (fault !== null) return { count, fault: `seed ${seed + n}: ${fault}` }
      if (enough(count)) return { count, fault: null }
    }
  } finally {
    await place.close()
  }
}

type Place = {
  readonly world: World
  close(): Promise<void>
  readonly names: ReadonlyMap<string, string>
  readonly neighbour: Neighbour
}

async function openPlace(): Promise<Place> {
  const gateway = buildWahaSimulator({ apiKey: 'gateway-key' })
  const WAHA_URL = await gateway.listen({ port: 0, host: '127.0.0.1' })
  const settings = {
    ...{ WAHA_URL, WAHA_API_KEY: 'gateway-key', WAHA_HMAC_KEY: WAHA_KEY },
    READ_YOUR_WRITES_MS: '1000',
  }
  const world = await startWorld({ behaviour: { statuses: [] }, settings })
  const neighbour = await moveIn(world)
  const close = () => world.stop().finally(() => gateway.close())
  return { world, close, neighbour, names: await namesOf(world) }
}

/** @returns the first case with a wrong response, and what is wrong; null if there is none */
async function putAll(
  { world, names }: Place,
  batch: readonly Case[],
  may: Leniency,
): Promise<string | null> {
  const waiting = [...batch]
  const faults: string[] = []
  async function work() {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const fault = await put(world, named(one, names, unique()), may)
      if (fault !== null) faults.push(`${fault} to ${shown(one)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return faults[0] ?? null
}

/** @returns the cases of the batch that broke another account, found by bisection in fresh products; null if none did */
async function unwell(
  { neighbour }: Place,
  batch: readonly Case[],
  say: (trouble: string) => void,
  isLate: () => boolean,
): Promise<string | null> {
  const trouble = await troubleOf(neighbour)
  if (trouble === null) return null
  say(trouble)
  const suspects = await narrowed(batch, isLate)
  return `${trouble} after ${suspects.map(shown).join(' and ')}`
}

async function troubleOf(neighbour: Neighbour): Promise<string | null> {
  try {
    await neighbour.isWell()
    return null
  } catch (error) {
    return String(error)
  }
}

/** The one case that breaks it alone; several if it takes several, or if time is up. */
async function narrowed(batch: readonly Case[], isLate: () => boolean): Promise<readonly Case[]> {
  if (batch.length === 1 || isLate()) return batch
  const middle = Math.ceil(batch.length / 2)
  const halves = [batch.slice(0, middle), batch.slice(middle)]
  const harms = await Promise.all(halves.map(doesHarm))
  const half = halves.find((_, index) => harms[index])
  return half === undefined ? batch : narrowed(half, isLate)
}

async function doesHarm(batch: readonly Case[]): Promise<boolean> {
  const place = await openPlace()
  try {
    await putAll(place, batch, { late: batch.length })
    return (await troubleOf(place.neighbour)) !== null
  } finally {
    await place.close()
  }
}

function shown({ statuses: _, ...one }: Case): string {
  return JSON.stringify(one).slice(0, 4_000)
}

let made = 0
const unique = () => `${Date.now()}${++made}`
