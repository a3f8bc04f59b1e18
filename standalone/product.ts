import { fileURLToPath } from 'node:url'
import type { DemoFile } from '@recado/contract/demo-file'
import type { Simulators } from './run-simulators.ts'
import type { Secrets } from './secrets.ts'
import { freePort } from './servers/free-port.ts'
import type { Servers } from './servers/servers.ts'
import type { Settings } from './settings.ts'
import { startNode } from './supervision/node-process.ts'
import type { Supervisor } from './supervision/supervise.ts'

export type ProductOptions = {
  settings: Settings
  secrets: Secrets
  servers: Servers
  /** Where clients and hooks reach the product, such as `http://127.0.0.1:8080`. */
  publicUrl: string
  /** The port of `publicUrl`, which does not show it when it is 80. */
  port: number
  simulators: Simulators
  env: Readonly<Record<string, string | undefined>>
}

/** The address of each process's health and metrics, by its name. */
export type InternalUrls = DemoFile['internal']

/** Starts the projector, then the workers and both APIs as one process; resolves when all serve. */
export async function startProduct(
  supervisor: Supervisor,
  options: ProductOptions,
): Promise<InternalUrls> {
  const { settings, port: publicPort } = options
  const common = productEnvironment(options)
  const internal: Record<string, string> = {}
  type Variables = Readonly<Record<string, string>>
  const run = async (name: string, module: string, more: Variables = {}): Promise<void> => {
    const entry = fileURLToPath(module)
    const port = String(await freePort(0, more.HOST))
    internal[name] = `http://${more.HOST ? settings.reachedAt : '127.0.0.1'}:${port}`
    const env = { ...common, INTERNAL_PORT: port, ...more }
    await supervisor.start(name, (given) => startNode({ entry, env, ...given }))
  }
  const projectors = import.meta.resolve('@recado/projectors/main')
  // It creates the tables that the others read.
  await run('projectors', projectors, { PROJECTORS_ROLE: 'projector' })
  await Promise.all([
    run('api', import.meta.resolve('./api/main.ts'), {
      HOST: settings.host,
      PORT: String(publicPort),
      ...simulatorSettings(options),
    }),
    run('workers', projectors, { PROJECTORS_ROLE: 'workers' }),
  ])
  return internal
}

/** The simulators that the dashboard may control; none when the environment names a real WhatsApp API. */
function simulatorSettings({ simulators, env }: ProductOptions): Record<string, string> {
  return env.GRAPH_API_URL || env.WAHA_URL ? {} : { SIMULATORS: JSON.stringify(simulators) }
}

/** Variables set by the user take precedence, except for the addresses of the embedded servers. */
function productEnvironment(options: ProductOptions): Record<string, string> {
  const { secrets, servers, publicUrl, simulators, env } = options
  return {
    VAULT_KEY: env.VAULT_KEY || secrets.vault_key,
    OPERATOR_TOKEN: env.OPERATOR_TOKEN || secrets.operator_token,
    WHATSAPP_APP_SECRET: env.WHATSAPP_APP_SECRET || secrets.app_secret,
    WHATSAPP_VERIFY_TOKEN: env.WHATSAPP_VERIFY_TOKEN || secrets.verify_token,
    WAHA_HMAC_KEY: env.WAHA_HMAC_KEY || secrets.waha_hmac_key,
    // A first try delivers to programs on this machine, which is allowed here only.
    WEBHOOK_ALLOWED_SUBNETS: env.WEBHOOK_ALLOWED_SUBNETS || '127.0.0.0/8,::1/128',
    LOG_LEVEL: env.LOG_LEVEL || 'warn',
    GRAPH_API_URL: env.GRAPH_API_URL || simulators.graph,
    WAHA_URL: env.WAHA_URL || simulators.waha,
    WAHA_API_KEY: env.WAHA_API_KEY || secrets.waha_api_key,
    PUBLIC_URL: env.PUBLIC_URL || publicUrl,
    HOST: '127.0.0.1',
    EVENTSTORE_URL: servers.eventstore,
    DATABASE_URL: servers.postgres,
    VAULT_URL: servers.vault,
    NATS_URL: servers.nats,
  }
}
