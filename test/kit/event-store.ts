import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { NODE_FLAGS } from './node-flags.ts'
import { testDatabase } from './postgres.ts'

/** How a test wants its event store. */
export type StoreOptions = {
  /** `hostile` loses answers, repeats itself and is slow. */
  readonly mode?: 'friendly' | 'hostile' | 'cluster'
  /** The release it passes for. */
  readonly version?: string
  /** Of a node of a cluster: by which it lags and ends subscriptions. */
  readonly seed?: number
  /** Files in PEM. */
  readonly tls?: { readonly cert: string; readonly key: string }
}

/** An event store for a test. */
export type TestStore = {
  /** Connection string for clients. */
  readonly url: string
  /** The database it keeps its log in. */
  readonly databaseUrl: string
  /** Ends the process at once, as a crash would. */
  kill(): Promise<void>
  /** Asks the process to stop, waits until it has, and answers its exit code. */
  terminate(): Promise<number | null>
  /** Starts it again on the same database and port. */
  restart(): Promise<void>
  /** Ends the process and drops its database. */
  stop(): Promise<void>
}

const MAIN = fileURLToPath(new URL('../../standalone/event-store/main.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Starts the embedded event store as a process of its own, on a database of its own. */
export async function startStore(name: string, options: StoreOptions = {}): Promise<TestStore> {
  const database = await testDatabase(name)
  let running = await runStore(database.url, 0, options)
  const { port } = running
  const kill = () => ended(running.child, 'SIGKILL')
  return {
    url: `esdb://127.0.0.1:${port}?tls=${options.tls ? 'true' : 'false'}`,
    databaseUrl: database.url,
    kill: async () => void (await kill()),
    terminate: () => ended(running.child, 'SIGTERM'),
    async restart() {
      running = await runStore(database.url, port, options)
    },
    async stop() {
      await kill()
      await database.drop()
    },
  }
}

/**
 * The store the contract tests speak to: a real EventStoreDB when `EVENTSTORE_URL` names one, else the embedded
 * one. Only what is true of both may be asserted on it.
 */
export async function contractStore(name: string): Promise<Pick<TestStore, 'url' | 'stop'>> {
  const real = process.env.EVENTSTORE_URL
  return real ? { url: real, stop: async () => undefined } : startStore(name)
}

/** Runs the program of the store. @throws when it ends before it is ready */
export async function runStore(databaseUrl: string, port: number, options: StoreOptions = {}) {
  const { mode, tls, version = '', seed = 1 } = options
  const flags = tls ? ['--tls-cert', tls.cert, '--tls-key', tls.key] : []
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN, ...flags], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      HOST: '127.0.0.1',
      RECADO_STORE: mode ?? 'friendly',
      RECADO_STORE_VERSION: version,
      RECADO_STORE_SEED: String(seed),
      // A tap worker passes hooks to its children that would slow this one down.
      NODE_OPTIONS: '',
    },
  })
  const bound = await readyPort(child)
  unrefChild(child)
  return { child, port: bound }
}

/** A file's `after` hooks, which stop the store, only run once nothing keeps its process alive. */
function unrefChild(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  if (child.stdout instanceof Socket) child.stdout.unref()
}

/** Ends the process, if it has not ended by itself. @returns its exit code */
export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.ref()
    child.kill(signal)
    await once(child, 'exit')
  }
  return child.exitCode
}

async function readyPort(child: ChildProcess): Promise<number> {
  if (!child.stdout) throw new Error('the store was spawned without a stdout to read')
  const exited = once(child, 'exit').then(() => {
    throw new Error('the event store ended before it was ready; its error stands above')
  })
  const line = once(createInterface({ input: child.stdout }), 'line')
  const [text] = (await Promise.race([line, exited])) as [string]
  exited.catch(() => undefined)
  return (JSON.parse(text) as { port: number }).port
}
