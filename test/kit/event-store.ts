import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { clientAddress } from '@recado/infra/event-store/store-address'
import { NODE_FLAGS } from './node-flags.ts'
import { testDatabase } from './postgres.ts'

/** How the embedded event store of a test behaves. */
export type StoreOptions = {
  /** `hostile` loses answers, repeats itself and is slow; `impatient` ends subscriptions, as too slow. */
  readonly mode?: 'friendly' | 'hostile' | 'impatient' | 'cluster'
  /** The EventStoreDB release it claims to be. */
  readonly version?: string
  /** Seed of the randomness with which a node of a cluster lags and ends subscriptions. */
  readonly seed?: number
  /** Paths of PEM files. */
  readonly tls?: { readonly cert: string; readonly key: string }
}

export type TestStore = {
  /** Connection string for clients. */
  readonly url: string
  /** Connection string of the database that holds the log. */
  readonly databaseUrl: string
  /** Ends the process with SIGKILL, as a crash would. */
  kill(): Promise<void>
  /** Ends the process with SIGTERM. @returns its exit code */
  terminate(): Promise<number | null>
  /** Starts it again on the same database and port. */
  restart(): Promise<void>
  /** Ends the process and drops its database. */
  stop(): Promise<void>
}

const MAIN = fileURLToPath(new URL('../../embedded-store/main.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Starts the embedded event store as a separate process with its own database. */
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
 * The store that the contract tests use: a real EventStoreDB when `EVENTSTORE_URL` names one, else the embedded
 * one. Tests may only assert what holds for both.
 */
export async function contractStore(name: string): Promise<Pick<TestStore, 'url' | 'stop'>> {
  const real = process.env.EVENTSTORE_URL
  return real ? { url: clientAddress(real), stop: async () => undefined } : startStore(name)
}

/** Starts the store's program. @throws when it ends before it is ready */
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
    },
  })
  const bound = await readyPort(child)
  unrefChild(child)
  return { child, port: bound }
}

/** Lets the test process end: the `after` hooks, which stop the store, run only once nothing keeps that process alive. */
function unrefChild(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  if (child.stdout instanceof Socket) child.stdout.unref()
}

/** Ends the process, unless it has ended already. @returns its exit code */
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
