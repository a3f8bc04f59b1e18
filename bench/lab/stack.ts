import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { startNats } from '@recado/standalone/servers/nats'
import { type NodePart, startNode } from '@recado/standalone/supervision/node-process'
import type { Lab } from './lab.ts'
import type { Role } from './lab-process.ts'

type Env = Readonly<Record<string, string>>

/** Servers and processes of one group, with databases of its own. */
export type Stack = {
  /** Environment variables of the product's processes. */
  readonly settings: Env & {
    readonly EVENTSTORE_URL: string
    readonly DATABASE_URL: string
    readonly NATS_URL: string
  }
  /** Starts a process of the product; it listens on `port`. @param env variables beside the settings */
  start(name: 'command-api' | 'query-api', env?: Env): Promise<NodePart>
  /** Starts a process that keeps the read models and does nothing else. @param name for its processor time */
  projector(name: string, env?: Env): Promise<NodePart>
  /** Starts the projector and the workers, each as a process, as `npm start` does. */
  follow(env?: Env): Promise<Followers>
  /** Starts a raw limit. @param path of its module, below the repository */
  raw(path: string, env?: Env): Promise<NodePart>
  /** Starts a program of the world outside the product. @param path of its module, below the repository */
  outside(path: string, env?: Env): Promise<NodePart>
}

/** The processes that follow the log. */
export type Followers = { readonly parts: readonly NodePart[]; stop(): Promise<unknown> }

export const OPERATOR_TOKEN = 'operator-token-of-the-bench'
/** Secret of the app that the bench's number belongs to. */
export const APP_SECRET = 'app-secret-of-the-bench'

const ROOT = new URL('../../', import.meta.url)

/** How the product stores facts: as it does, or, to compare, without sealing any. */
export type FactsAre = 'sealed' | 'unsealed'

/** Starts the servers of a stack. @param folder for the data of NATS */
export async function openStack(
  lab: Lab,
  folder: string,
  log: (line: string) => void,
  facts: FactsAre,
): Promise<Stack> {
  const keep = keeper(lab, log)
  const nats = await startNats({ storeDir: folder, port: 0, log })
  lab.after(() => nats.stop())
  lab.count({ name: 'nats', pid: nats.pid, role: 'server' })
  const eventStore = await keep('event-store', 'server', 'embedded-store/main.ts', {
    ...{ DATABASE_URL: await lab.database('log'), ...ANY_PORT },
  })
  const settings = {
    ...SETTINGS,
    EVENTSTORE_URL: `esdb://127.0.0.1:${eventStore.port}?tls=false`,
    DATABASE_URL: await lab.database('recado'),
    VAULT_URL: await lab.database('vault'),
    NATS_URL: nats.url,
    VAULT_KEY: randomBytes(32).toString('base64'),
  }
  const product = (name: string, folder: string, env: Env) =>
    facts === 'sealed'
      ? keep(name, 'product', `${folder}/main.ts`, { ...settings, ...env })
      : keep(`${name}, unsealed`, 'raw', `${folder}/main.ts`, { ...settings, ...env, ...UNSEALED })
  return {
    settings,
    start: (name, env = {}) => product(name, name, env),
    projector: (name, env = {}) =>
      product(name, 'projectors', { ...env, PROJECTORS_ROLE: 'projector' }),
    async follow(env = {}) {
      const roles = ['projector', 'workers'] as const
      const parts: NodePart[] = []
      for (const role of roles)
        parts.push(await product(role, 'projectors', { ...env, PROJECTORS_ROLE: role }))
      return { parts, stop: () => Promise.all(parts.map((part) => part.stop())) }
    },
    raw: (path, env = {}) => keep(path, 'raw', path, { ...settings, ...env }),
    outside: (path, env = {}) => keep(path, 'outside', path, { ...settings, ...env }),
  }
}

function keeper(lab: Lab, log: (line: string) => void) {
  const stopping = new AbortController().signal
  return async (name: string, role: Role, path: string, env: Env): Promise<NodePart> => {
    const entry = fileURLToPath(new URL(path, ROOT))
    const part = await startNode({ entry, env: { ...env }, log, stopping })
    lab.after(() => part.stop())
    lab.count({ name, pid: part.pid, role })
    return part
  }
}

/** The product itself cannot be told so. */
const UNSEALED = { NODE_OPTIONS: `--import=${new URL('unsealed/start.mjs', import.meta.url)}` }

const ANY_PORT = { HOST: '127.0.0.1', PORT: '0', INTERNAL_PORT: '0' }

/** What the product needs to run here, and each setting that is not its default, with the reason. */
const SETTINGS = {
  ...ANY_PORT,
  OPERATOR_TOKEN,
  WHATSAPP_APP_SECRET: APP_SECRET,
  WHATSAPP_VERIFY_TOKEN: 'verify-token-of-the-bench',
  // A load generator calls with one key all the calls of which would have hundreds: its limit would be measured.
  RATE_LIMIT_AGENCY: '1000000000',
  // The customers' endpoints of the bench listen on loopback, which no webhook may be sent to by default.
  WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
}
