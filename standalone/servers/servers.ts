import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DemoFile } from '@recado/contract/demo-file'
import type { Settings } from '../settings.ts'
import type { Log } from '../supervision/native-process.ts'
import { startNode } from '../supervision/node-process.ts'
import type { Supervisor } from '../supervision/supervise.ts'
import { freePort } from './free-port.ts'
import { startNats } from './nats.ts'
import { natsServerProgram } from './nats-server-program.ts'
import { type EmbeddedPostgres, PROBLEM_LINE, startPostgres } from './postgres.ts'

/** Addresses of the servers the product needs, embedded or external. */
export type Servers = DemoFile['servers']

/** Starts every server that the settings do not name: Postgres, the event store on it, and NATS. */
export async function startServers(supervisor: Supervisor, settings: Settings): Promise<Servers> {
  const { eventStoreUrl, databaseUrl, vaultUrl, natsUrl } = settings
  // NATS starts in parallel: it needs no other server, and may have to be installed first.
  const nats = natsUrl === undefined ? runNats(supervisor, settings) : Promise.resolve(natsUrl)
  nats.catch(() => undefined)
  const embedded = eventStoreUrl && databaseUrl && vaultUrl ? undefined : runPostgres
  const postgres = await embedded?.(supervisor, settings)
  const own = async (name: string): Promise<string> => {
    await postgres?.createDatabase(name)
    return postgres?.url(name) ?? ''
  }
  return {
    eventstore:
      eventStoreUrl ?? (await runEventStore(supervisor, settings, await own('recado_log'))),
    postgres: databaseUrl ?? (await own('recado')),
    vault: vaultUrl ?? (await own('recado_vault')),
    nats: await nats,
  }
}

/** After a crash each server is restarted at the same address. */
async function runPostgres(
  supervisor: Supervisor,
  { dataDir, ...settings }: Settings,
): Promise<EmbeddedPostgres> {
  let port = preferredPort(settings, 25_432)
  return supervisor.start('postgres', async ({ log, stopping }) => {
    const options = {
      dataDir: join(dataDir, 'postgres'),
      port,
      stopping,
      log: onlyMatching(PROBLEM_LINE, log),
    }
    const server = await startPostgres(options)
    port = server.port
    return server
  })
}

async function runNats(
  supervisor: Supervisor,
  { dataDir, natsServer, ...settings }: Settings,
): Promise<string> {
  let port = preferredPort(settings, 4222)
  const { url } = await supervisor.start('nats', async ({ log, stopping }) => {
    const program = await natsServerProgram(natsServer, log)
    const options = { storeDir: join(dataDir, 'nats'), port, program, stopping }
    const server = await startNats({
      ...options,
      log: onlyMatching(/\[(WRN|ERR|FTL)\]|^nats-server:/, log),
    })
    port = server.port
    return server
  })
  return url
}

async function runEventStore(
  supervisor: Supervisor,
  settings: Settings,
  databaseUrl: string,
): Promise<string> {
  const hosts: string[] = []
  for (const [n, name] of (settings.cluster ? NODES : NODES.slice(0, 1)).entries()) {
    const entry = fileURLToPath(import.meta.resolve('@recado/embedded-store/main'))
    // Until it serves, each start chooses anew: another program may have taken the port meanwhile.
    let served: number | undefined
    const { port } = await supervisor.start(name, async (given) => {
      const port = served ?? (await freePort(preferredPort(settings, 2113 + n)))
      const env = {
        DATABASE_URL: databaseUrl,
        HOST: '127.0.0.1',
        PORT: String(port),
        RECADO_STORE_SEED: String(n + 1),
      }
      const node = await startNode({ entry, env, ...given })
      served = node.port
      return node
    })
    hosts.push(`127.0.0.1:${port}`)
  }
  return `esdb://${hosts.join(',')}?tls=false`
}

/** The names of the event store's nodes; without a cluster only the first is used. */
const NODES = ['eventstore', 'eventstore-2', 'eventstore-3']

/** With `PORT=0` other installations are expected on this machine, so no server tries its usual port. */
function preferredPort({ port }: Pick<Settings, 'port'>, usual: number): number {
  return port === 0 ? 0 : usual
}

/** Logs only the lines that match: routine lines of the servers would bury everything else. */
function onlyMatching(wanted: RegExp, log: Log): Log {
  return (line) => {
    if (wanted.test(line)) log(line)
  }
}
