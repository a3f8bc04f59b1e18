import type { ChildProcess } from 'node:child_process'
import type { Log } from './native-process.ts'
import type { Part } from './part.ts'
import { spawnChild } from './spawn-child.ts'

/** A process of the product that serves on `port` (0: it named none). */
export type NodePart = Part & { port: number }

/** The module to run, and its environment in addition to ours. */
export type NodeCommand = {
  entry: string
  env: Record<string, string>
  log: Log
  stopping: AbortSignal
}

/**
 * Runs a module as a child that ends with us, and waits until it is ready: until it sends `{ready: true, port}` to its
 * parent, or prints the same as a line of JSON on standard output.
 * @throws when it ends before, or `stopping` is aborted
 */
export async function startNode({ entry, env, log, stopping }: NodeCommand): Promise<NodePart> {
  const { heard: noteMessage, ready } = readiness()
  const { child, ended } = spawnChild({
    program: process.execPath,
    args: [...childFlags(), entry],
    options: {
      env: { ...process.env, ...env },
      // In a process group of its own, so that a Ctrl-C reaches only us and we stop the parts in order.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
    log: (line) => void (noteMessage(readyLine(line)) || log(line)),
    // The last lines, which explain the end, may come after `exit`.
    endsAt: 'close',
  })
  child.on('message', noteMessage)
  const stop = () => terminate(child, ended)
  const stopEarly = () => void stop()
  stopping.addEventListener('abort', stopEarly)
  const port = await Promise.race([ready, ended])
  stopping.removeEventListener('abort', stopEarly)
  if (typeof port === 'string') throw new Error(port)
  return { pid: child.pid ?? 0, port, ended, stop }
}

/** V8's semi-space, MB. With the default of 16 the objects of a batch outlive a collection and are copied. */
const SEMI_SPACE_MB = 64

/** Our own flags (conditions, loaders), and the module that ends the child with us. */
function childFlags(): string[] {
  const tie = new URL('./end-with-parent.ts', import.meta.url)
  return [...process.execArgv, `--max-semi-space-size=${SEMI_SPACE_MB}`, `--import=${tie.href}`]
}

/** `ready` resolves with the port once `heard` gets the message that the child is ready. */
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
