import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { rebuildTool } from '@recado/tools/rebuild/rebuild-tool'
import { type Test, test } from 'tap'
import { type Ends, endAll } from '../kit/ends.ts'
import { eventually } from '../kit/eventually.ts'
import { runTool } from '../kit/run-tool.ts'
import { auditFindsNothing } from './audits.ts'
import { type Load, startLoad } from './load.ts'
import { startTopology, type Topology } from './topology.ts'

const MINUTES = Number(process.env.SOAK_MINUTES ?? 30)
/** Requests per second. */
const RATE = Number(process.env.SOAK_RATE ?? 200)
/** The longest pause between two kills, and the longest time that a member is down, ms. */
const PAUSE_MS = 15_000
const AWAY_MS = 5_000
/** How long an election may take on a busy machine, ms. */
const PATIENCE_MS = 180_000
/** More memory than a process of the product may ever need. */
const MAX_MB = 700
/** The highest ratio of a process's memory late in the run to its memory early in the run. */
const FLAT = 1.3
const MB = 1024 * 1024
const PAGE_BYTES = 4096

test(`${MINUTES} minutes of mixed requests, kills, a failover and a rebuild`, async (t) => {
  const ends: Ends = []
  t.teardown(() => endAll(ends))
  const topology = await startTopology(ends, 7)
  const load = await startLoad(topology, RATE, ends)
  await load.passes()
  const memory = watchMemory(topology)
  const killed = await killing(topology, load, MINUTES * 20_000)
  await failover(t, topology, load)
  await rebuilt(t, topology)
  killed.push(...(await killing(topology, load, MINUTES * 30_000)))
  await load.passes()
  await load.end()
  const summary = await load.check(t)
  await auditFindsNothing(t, topology.config)
  await rebuilt(t, topology)
  for (const [name, samples] of await memory.end()) {
    const { early, late, most } = figuresOf(samples)
    t.ok(most < MAX_MB, `${name} stays below ${MAX_MB} MB`)
    t.ok(late < FLAT * early, `${name} uses no more memory in the end than early on`)
    t.comment(`${name}: ${early} MB early, ${late} MB late, ${most} MB at most`)
  }
  t.comment(`killed: ${killed.join(', ')}`)
  t.comment(`${MINUTES} minutes at ${RATE} requests a second: ${summary}`)
})

/** Kills random members one after the other for `ms`. @returns their names */
async function killing({ members }: Topology, load: Load, ms: number): Promise<string[]> {
  const names: string[] = []
  for (const end = Date.now() + ms; Date.now() < end; ) {
    const victim = members[Math.floor(Math.random() * members.length)]
    if (victim === undefined) continue
    names.push(victim.name)
    await victim.kill()
    await delay(Math.random() * AWAY_MS)
    await victim.restart()
    await load.passes()
    await delay(Math.random() * PAUSE_MS)
  }
  return names
}

/** Freezes the leader of the log until another node leads; the old leader ends itself when it wakes, and then follows. */
async function failover(t: Test, { store }: Topology, load: Load): Promise<void> {
  const leader = await eventually(() => store.leader(), PATIENCE_MS)
  store.freeze(leader)
  await eventually(async () => (await store.leader()) !== leader, PATIENCE_MS)
  await load.passes()
  store.wake(leader)
  await load.passes()
  t.pass('messages pass while a leader is frozen, and when it wakes')
}

/** Rebuilds the read models beside the served ones and asserts that they are equal. */
async function rebuilt(t: Test, { config }: Topology): Promise<void> {
  const { signal } = new AbortController()
  const rebuild = (...args: string[]) =>
    runTool((console) => rebuildTool(console, signal), config, ...args)
  const { code, lines } = await rebuild()
  t.equal(code, 0, 'the read models are those of a fresh rebuild')
  t.match(lines.at(-2), /, 0 tables differ/)
  t.comment(lines.at(-2) ?? '')
  await rebuild('--release')
}

/** Samples the memory of each of our processes every second. */
function watchMemory({ members }: Topology) {
  const found = new Map<string, number[]>(members.map(({ name }) => [name, []]))
  let ended = false
  const look = async () => {
    for (const { name, pid } of members) {
      const mb = pid === null ? 0 : await residentMb(pid())
      if (mb > 0) found.get(name)?.push(mb)
    }
  }
  const looking = (async () => {
    for (; !ended; await delay(1_000)) await look()
  })()
  return {
    async end() {
      ended = true
      await looking
      return [...found].filter(([, samples]) => samples.length >= 4)
    },
  }
}

/** Means of the second and the last quarter, because caches fill in the first one; and the maximum. */
function figuresOf(samples: readonly number[]) {
  const quarter = Math.floor(samples.length / 4)
  const early = mean(samples.slice(quarter, 2 * quarter))
  return { early, late: mean(samples.slice(-quarter)), most: Math.max(...samples) }
}

function mean(numbers: readonly number[]): number {
  return Math.round(numbers.reduce((sum, each) => sum + each, 0) / numbers.length)
}

/** 0 for a process that has ended. */
async function residentMb(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Math.round((Number(text.split(' ')[1] ?? 0) * PAGE_BYTES) / MB)
}
