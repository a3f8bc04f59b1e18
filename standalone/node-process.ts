import { type ChildProcess, spawn } from 'node:child_process'
import { extname } from 'node:path'
import { createInterface } from 'node:readline'
import type { Log } from './native-process.ts'
import type { Part } from './part.ts'

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
  const child = spawn(process.execPath, [...childFlags(), entry], {
    env: { ...process.env, ...env },
    // In a group of its own, so that a Ctrl-C in the terminal reaches only us: we stop in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = ending(child)
  const stop = () => terminate(child, ended)
  const stopEarly = () => void stop()
  stopping.addEventListener('abort', stopEarly)
  const port = await Promise.race([readiness(child, log), ended])
  stopping.removeEventListener('abort', stopEarly)
  if (typeof port === 'string') throw new Error(port)
  return { pid: child.pid ?? 0, port, ended, stop }
}

/** Room for young objects, MB: with V8's 16 a batch's own are still alive when it is collected, and get copied. */
const YOUNG_MB = 64

/** Our own flags (conditions, loaders), and the module that ties the child to us. */
function childFlags(): string[] {
  const tie = new URL(`./end-with-parent${extname(import.meta.url)}`, import.meta.url)
  return [...process.execArgv, `--max-semi-space-size=${YOUNG_MB}`, `--import=${tie.href}`]
}

function ending(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`did not start: ${error.message}`))
    // Not `exit`: the lines that say why are still on their way then.
    child.once('close', (code, signal) =>
      resolve(signal ? `ended by signal ${signal}` : `ended with exit code ${code}`),
    )
  })
}

function readiness(child: ChildProcess, log: Log): Promise<number> {
  return new Promise((resolve) => {
    const heard = (message: unknown): boolean => {
      const { ready, port } = Object(message)
      if (ready === true) resolve(Number(port ?? 0))
      return ready === true
    }
    child.on('message', heard)
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue
      createInterface({ input: stream }).on('line', (line) => {
        if (!heard(readyLine(line))) log(line)
      })
    }
  })
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
