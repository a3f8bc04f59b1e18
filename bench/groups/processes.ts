import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { residentMegabytes } from '../lab/resident-megabytes.ts'
import type { Stack } from '../lab/stack.ts'
import { defineGroup, type Side } from '../measuring/group.ts'
import { atMost, ratioAtMost } from '../report/goal.ts'

/** How long a process idles before its memory is read, ms. */
const IDLE_MS = 1_500
const ROOT = new URL('../../', import.meta.url)
const PROCESSES = ['command-api', 'query-api', 'projectors'] as const

/** Start and memory at rest of the production bundles, against node with an empty server. */
export const processes = defineGroup<Stack['settings']>({
  name: 'processes',
  minutes: 4,
  async open({ lab, progress }) {
    progress('npm run build')
    await promisify(execFile)('npm', ['run', 'build'], { cwd: fileURLToPath(ROOT) })
    const stack = await lab.stack()
    // Creates read models and vault first, so that no measured start has to.
    const { stop } = await stack.follow()
    const commands = await stack.start('command-api')
    await Promise.all([stop(), commands.stop()])
    return stack.settings
  },
  rows: PROCESSES.map((name) => ({
    name: `a start of ${name}, and ${IDLE_MS / 1_000} s at rest`,
    against: 'node with an empty server',
    figures: ['took_ms', 'memory_mb'] as const,
    goals: [ratioAtMost('took_ms', 5.5), atMost('memory_mb', 110)],
    sides: (settings: Stack['settings']) => ({
      ours: starting(new URL(`dist/${name}.mjs`, ROOT), settings),
      raw: starting(new URL('bench/dist/raw/bare-node.js', ROOT), {}),
    }),
  })),
})

/** Starts a process, lets it idle and stops it; its time is that of a child which has ended. */
function starting(entry: URL, env: Readonly<Record<string, string>>): Side {
  return {
    async round() {
      const begun = performance.now()
      const child = spawn(process.execPath, [fileURLToPath(entry)], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      const exited = once(child, 'exit')
      try {
        await ready(child, entry)
        const took_ms = performance.now() - begun
        await delay(IDLE_MS)
        const memory_mb = await residentMegabytes(child.pid ?? 0)
        return { operations: 1, figures: { took_ms, memory_mb } }
      } finally {
        child.kill('SIGTERM')
        await exited
      }
    },
  }
}

/** Resolves when the process sends its ready message to this parent. */
function ready(child: ChildProcess, entry: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', () => reject(new Error(`${entry.pathname} ended before it was ready`)))
  })
}
