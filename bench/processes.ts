import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Bench, BenchRun } from './bench.ts'
import { type Figures, interleaved } from './measure.ts'
import { atMost, type Row, ratioAtMost } from './report.ts'
import type { Stack } from './stack.ts'

/** How a process settles before its memory is read, ms. */
const IDLE_MS = 1_500
const SOURCE = ['--conditions=@recado/source', '--import=tsx']

/** Memory at rest and time until ready, against node with an empty server. */
export const processesBench: Bench = {
  name: 'processes',
  async run(run) {
    const stack = await run.lab.stack()
    const log = await run.lab.database('log')
    // The read models and the vault stand, so that no start has to make them.
    const made = [await stack.start('projectors'), await stack.start('command-api')]
    for (const part of made) await part.stop()
    const rows: Row[] = []
    for (const built of [false, true]) rows.push(...(await measure(run, stack, log, built)))
    return rows
  },
}

async function measure(
  { progress, rounds }: BenchRun,
  { settings }: Stack,
  log: string,
  built: boolean,
): Promise<Row[]> {
  const from = built ? 'built' : 'from source'
  const store = { DATABASE_URL: log, PORT: '0', HOST: '127.0.0.1' }
  const programs = [
    ['command-api', 'command-api/main', settings],
    ['query-api', 'query-api/main', settings],
    ['projectors', 'projectors/main', settings],
    ['event store', 'standalone/event-store/main', store],
  ] as const
  if (built && !(await areBuilt(programs.map(([, path]) => path)))) {
    progress('built processes are left out: npm run build comes first')
    return []
  }
  const flags = built ? [] : SOURCE
  const variants: Record<string, () => Promise<Figures>> = {
    bare: () => started(new URL('./bare-node.ts', import.meta.url), SOURCE, {}),
  }
  if (built) variants.bare = () => started(distOf('bench/bare-node'), [], {})
  for (const [name, path, env] of programs)
    variants[name] = () => {
      progress(`${name}, ${from}`)
      const source = new URL(`../${path}.ts`, import.meta.url)
      return started(built ? distOf(path) : source, flags, env)
    }
  const medians = await interleaved(Math.min(rounds, 2), variants)
  const figure = (name: string, what: string) => medians[name]?.[what] ?? Number.NaN
  return programs.flatMap(([name]) => [
    {
      name: `memory at rest: ${name}, ${from}`,
      unit: 'MB' as const,
      ours: figure(name, 'rss'),
      raw: figure('bare', 'rss'),
      against: 'node with an empty server',
      ...(built ? { goal: atMost(110) } : {}),
    },
    {
      name: `start: ${name}, ${from}`,
      unit: 'ms' as const,
      ours: figure(name, 'ready'),
      raw: figure('bare', 'ready'),
      against: 'node with an empty server',
      ...(built ? { goal: ratioAtMost(5.5) } : {}),
    },
  ])
}

async function areBuilt(paths: readonly string[]): Promise<boolean> {
  const files = ['bench/bare-node', ...paths].map((path) => access(distOf(path)))
  return (await Promise.allSettled(files)).every(({ status }) => status === 'fulfilled')
}

/** `projectors/main` is built to `projectors/dist/main.js`. */
function distOf(path: string): URL {
  const [workspace, ...rest] = path.split('/')
  return new URL(`../${workspace}/dist/${rest.join('/')}.js`, import.meta.url)
}

/** Starts a process, lets it rest and ends it. @returns `ready` ms after the spawn, `rss` MB */
async function started(
  entry: URL,
  flags: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Figures> {
  const begun = performance.now()
  const child = spawn(process.execPath, [...flags, fileURLToPath(entry)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  try {
    await ready(child, entry)
    const took = performance.now() - begun
    await delay(IDLE_MS)
    return { ready: took, rss: await residentMegabytes(child.pid ?? 0) }
  } finally {
    child.kill('SIGTERM')
    await exited
  }
}

/** By message to the parent, or as a line on standard output. */
function ready(child: ChildProcess, entry: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve())
    child.stdout?.on('data', (text) => String(text).includes('"ready":true') && resolve())
    child.once('exit', () => reject(new Error(`${entry.pathname} ended before it was ready`)))
  })
}

/** From /proc of Linux. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024
}
