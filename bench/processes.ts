import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Bench } from './bench.ts'
import { type Figures, interleaved } from './measure.ts'
import { atMost, type Row, ratioAtMost } from './report.ts'
import type { Stack } from './stack.ts'

/** How long a process idles before its memory is read, ms. */
const IDLE_MS = 1_500

/** Memory at rest and start time of the production bundles, against node with an empty server. */
export const processesBench: Bench = {
  name: 'processes',
  async run({ lab, progress, rounds }) {
    progress('npm run build')
    await promisify(execFile)('npm', ['run', 'build'], { cwd: fileURLToPath(ROOT) })
    const stack = await lab.stack()
    // Creates read models and vault first, so that no measured start has to.
    const made = [await stack.start('projectors'), await stack.start('command-api')]
    for (const part of made) await part.stop()
    return measure(stack, rounds, progress)
  },
}

const ROOT = new URL('../', import.meta.url)
const PROCESSES = ['command-api', 'query-api', 'projectors'] as const

async function measure(
  { settings }: Stack,
  rounds: number,
  progress: (what: string) => void,
): Promise<Row[]> {
  const variants: Record<string, () => Promise<Figures>> = {
    bare: () => started(new URL('bench/dist/bare-node.js', ROOT), {}),
  }
  for (const name of PROCESSES)
    variants[name] = () => {
      progress(name)
      return started(new URL(`dist/${name}.mjs`, ROOT), settings)
    }
  // On a busy machine start times vary more than rates do.
  const medians = await interleaved(2 * rounds - 1, variants)
  const compared = (name: string, what: string) => ({
    ours: medians[name]?.[what] ?? Number.NaN,
    raw: medians.bare?.[what] ?? Number.NaN,
    against: 'node with an empty server',
  })
  return PROCESSES.flatMap((name) => [
    {
      name: `memory at rest: ${name}`,
      unit: 'MB' as const,
      ...compared(name, 'rss'),
      goal: atMost(110),
    },
    {
      name: `start: ${name}`,
      unit: 'ms' as const,
      ...compared(name, 'ready'),
      goal: ratioAtMost(5.5),
    },
  ])
}

/** Starts a process, lets it idle and stops it. @returns `ready`: ms after the spawn, and `rss` in MB */
async function started(entry: URL, env: Readonly<Record<string, string>>): Promise<Figures> {
  const begun = performance.now()
  const child = spawn(process.execPath, [fileURLToPath(entry)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
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

/** Resolves when the process sends its ready message to this parent. */
function ready(child: ChildProcess, entry: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', () => reject(new Error(`${entry.pathname} ended before it was ready`)))
  })
}

/** Read from /proc of Linux. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024
}
