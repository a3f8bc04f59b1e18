import { randomBytes } from 'node:crypto'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startNats } from '@recado/standalone/servers/nats'
import { startPostgres } from '@recado/standalone/servers/postgres'
import { type NodePart, startNode } from '@recado/standalone/supervision/node-process'

/** The processes of the product. */
export type ProcessName = 'command-api' | 'query-api' | 'projectors'

/** Servers and processes of one bench, with databases of its own. */
export type Stack = {
  /** Environment variables of the product's processes. */
  readonly settings: Readonly<Record<string, string>> & {
    readonly EVENTSTORE_URL: string
    readonly DATABASE_URL: string
    readonly NATS_URL: string
  }
  readonly eventStore: NodePart
  /** Starts a process of the product; it listens on `port`. @param env variables beside the settings */
  start(name: ProcessName, env?: Readonly<Record<string, string>>): Promise<NodePart>
  /** Starts the projector and the workers, each as a process, as `npm start` does. */
  follow(env?: Readonly<Record<string, string>>): Promise<{ stop(): Promise<unknown> }>
  /** Starts a program of the bench, such as a raw limit. */
  run(program: URL, env?: Readonly<Record<string, string>>): Promise<NodePart>
}

/** Everything a run starts. All benches share one Postgres server; everything else is new for each bench. */
export type Lab = {
  /** An empty database. */
  database(name: string): Promise<string>
  stack(): Promise<Stack>
  /** Registers a clean-up that runs after the bench. */
  after(end: () => Promise<unknown>): void
  /** Runs the clean-ups of the bench, newest first. */
  clear(): Promise<void>
  /** Stops everything and removes every file. */
  close(): Promise<void>
}

export const OPERATOR_TOKEN = 'operator-token-of-the-bench'
/** Secret of the app that the bench's number belongs to. */
export const APP_SECRET = 'app-secret-of-the-bench'

/** Opens a lab with a Postgres server in a temporary folder. */
export async function openLab(log: (line: string) => void): Promise<Lab> {
  const folder = await mkdtemp(join(tmpdir(), 'recado-bench-'))
  const dataDir = join(folder, 'postgres')
  const postgres = await startPostgres({ dataDir, port: 0, log })
  const ends: (() => Promise<unknown>)[] = []
  let made = 0
  const database = async (name: string) => {
    made += 1
    await postgres.createDatabase(`${name}_${made}`)
    return postgres.url(`${name}_${made}`)
  }
  const clear = async () => {
    for (const end of ends.splice(0).reverse()) await end().catch((error) => log(String(error)))
  }
  const after = (end: () => Promise<unknown>) => void ends.push(end)
  return {
    database,
    after,
    clear,
    stack: () => openStack({ database, after, log, folder: join(folder, `nats-${made}`) }),
    async close() {
      await clear()
      await postgres.stop()
      // Postgres puts its data elsewhere when its user cannot enter our folder.
      await rm(await realpath(dataDir), { recursive: true, force: true })
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type StackParts = Pick<Lab, 'database' | 'after'> & { log(line: string): void; folder: string }

async function openStack({ database, after, log, folder }: StackParts): Promise<Stack> {
  const stopping = new AbortController().signal
  const keep = async (entry: URL, env: Record<string, string>) => {
    const part = await startNode({ entry: fileURLToPath(entry), env, log, stopping })
    after(() => part.stop())
    return part
  }
  const nats = await startNats({ storeDir: folder, port: 0, log })
  after(() => nats.stop())
  const eventStore = await keep(new URL('../embedded-store/main.ts', import.meta.url), {
    DATABASE_URL: await database('log'),
    PORT: '0',
    INTERNAL_PORT: '0',
    HOST: '127.0.0.1',
  })
  const settings = {
    ...limitless,
    EVENTSTORE_URL: `esdb://127.0.0.1:${eventStore.port}?tls=false`,
    DATABASE_URL: await database('recado'),
    VAULT_URL: await database('vault'),
    NATS_URL: nats.url,
    VAULT_KEY: randomBytes(32).toString('base64'),
  }
  const start: Stack['start'] = (name, env = {}) =>
    keep(new URL(`../${name}/main.ts`, import.meta.url), { ...settings, ...env })
  return {
    settings,
    eventStore,
    start,
    async follow(env = {}) {
      const projector = await start('projectors', { ...env, PROJECTORS_ROLE: 'projector' })
      const workers = await start('projectors', { ...env, PROJECTORS_ROLE: 'workers' })
      return { stop: () => Promise.all([workers.stop(), projector.stop()]) }
    },
    run: (program, env = {}) => keep(program, { ...settings, ...env }),
  }
}

/** Settings without limits, for load generators. */
const limitless = {
  OPERATOR_TOKEN,
  HOST: '127.0.0.1',
  PORT: '0',
  INTERNAL_PORT: '0',
  LOG_LEVEL: 'error',
  RATE_LIMIT_BASIC: '1000000000',
  RATE_LIMIT_OFFICIAL: '1000000000',
  RATE_LIMIT_AGENCY: '1000000000',
  UPLOAD_BYTES_PER_SECOND: '1000000000000',
  READ_YOUR_WRITES_MS: '10000',
  WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
  WHATSAPP_APP_SECRET: APP_SECRET,
  WHATSAPP_VERIFY_TOKEN: 'verify-token-of-the-bench',
}
