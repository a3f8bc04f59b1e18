import type { ChildProcess } from 'node:child_process'
import type { Log } from './native-process.ts'
import type { Part } from './part.ts'
import { spawnChild } from './spawn-child.ts'

/** A process of the product that serves on `port` (0: it did not say). */
export type NodePart = Part & { port: number }

/** What to run: the module, and what its environment has beyond ours. */
export type NodeCommand = {
  entry: string
  env: Record<string, string>
  log: Log
  stopping: AbortSignal
}

/**
 * Runs a module as a child that ends with us, and waits until it says that it is ready: by the message
 * `{ready: true, port}` to its parent or by the same as a line of JSON on standard output.
 * @throws when it ended before, or `stopping` was aborted
 */
export async function startNode({ entry, env, log, stopping }: NodeCommand): Promise<NodePart> {
  const { heard, ready } = readiness()
  const { child, ended } = spawnChild({
    program: process.execPath,
    args: [...childFlags(), entry],
    options: {
      env: { ...process.env, ...env },
      // In a group of its own, so that a Ctrl-C in the terminal reaches only us: we stop in order.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
    log: (line) => void (heard(readyLine(line)) || log(line)),
    // The lines that say why are still on their way at its exit.
    endsAt: 'close',
  })
  child.on('message', heard)
  const stop = () => terminate(child, ended)
  const stopEarly = () => void stop()
  stopping.addEventListener('abort', stopEarly)
  const port = await Promise.race([ready, ended])
  stopping.removeEventListener('abort', stopEarly)
  if (typeof port === 'string') throw new Error(port)
  return { pid: child.pid ?? 0, port, ended, stop }
}

/** Room for young objects, MB: with V8's 16 a batch's own are still alive when it is collected, and get copied. */
const YOUNG_MB = 64

/** Our own flags (conditions, loaders), and the module that ties the child to us. */
function childFlags(): string[] {
  const tie = new URL('./end-with-parent.ts', import.meta.url)
  return [...process.execArgv, `--max-semi-space-size=${YOUNG_MB}`, `--import=${tie.href}`]
}

/** Settles `ready` with the port once it has heard that the child is. */
function readiness(): { heard(message: unknown): boolean; ready: Promise<number> } {
  let resolve: (port: number) => void = () => undefined
  const ready = new Promise<number>((done) => {
    resolve = done
  })
  const heard = (message: unknown): boolean => {
    const { ready, port } = Object(message)
    if (ready === true) resolve(Number(port ?? 0))
    return ready === true
  }
  return { heard, ready }
}

function readyLine(line: string): unknown {
  try {
    return line.startsWith('{"ready"') ? JSON.parse(line) : undefined
  } catch {
    return undefined
  }
}

async function terminate(child: ChildProcess, ended: Promise<string>): Promise<void> {
  child.kill('SIGTERM')
  const impatience = setTimeout(() => child.kill('SIGKILL'), 25_000)
  await ended
  clearTimeout(impatience)
}
