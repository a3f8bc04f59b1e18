import { buildApp as buildCommandApp } from '@recado/command-api/app'
import type { Config } from '@recado/infra/config'
import { buildApp as buildQueryApp } from '@recado/query-api/app'
import type { FastifyInstance } from 'fastify'
import { type ApiClient, apiClient, inMemory, overHttp } from './api-client.ts'
import { auditedWhole } from './audited.ts'
import { type Ends, endAll } from './ends.ts'
import { startNginx } from './nginx.ts'
import { type CoreOptions, openCore, type ProductCore } from './product-core.ts'
import { OPERATOR_TOKEN, startServers } from './product-servers.ts'

/** With `RECADO_AUDIT=1`: what an audit of the log that a test leaves finds wrong; null when nothing. */
async function auditFault(config: Config): Promise<string | null> {
  const { code, findings } = await auditedWhole(config)
  const differences = findings.filter(({ verdict }) => verdict === 'difference')
  return code === 0 ? null : differences.map((finding) => JSON.stringify(finding)).join('\n')
}

/** A further part, such as recovery or the relay: started last. It returns the function that ends it, which runs first. */
export type Part = (core: ProductCore) => Promise<() => Promise<unknown>>

export type ProductOptions = CoreOptions & {
  /** Running servers to use, which are not stopped with the product; by default the product starts its own. */
  readonly servers?: Config
  /** The product needs servers that no other product has used, even where a process shares its servers. */
  readonly emptyServers?: true
  /** Overrides of the test settings, by the names of their environment variables. */
  readonly settings?: Readonly<Record<string, string>>
  readonly parts?: readonly Part[]
}

/** The product over real servers: log, Postgres, vault, NATS, all that follows the log, and both APIs. */
export type Product = ProductCore & {
  readonly commandApp: FastifyInstance
  readonly queryApp: FastifyInstance
  /** Calls with the operator's token. Paths are relative to /operator/v1. */
  readonly operator: ApiClient
  /** A client with an API key; with null it sends none. Paths are relative to /api/v1. */
  api(key: string | null): ApiClient
  stop(): Promise<void>
}

/** Starts the product. Pass its `stop` to the test's teardown. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const ends: Ends = []
  try {
    return await start(options, ends)
  } catch (error) {
    await endAll(ends)
    throw error
  }
}

async function start(options: ProductOptions, ends: Ends): Promise<Product> {
  const { settings = {}, parts = [], emptyServers = options.tampersWithLog } = options
  const servers = options.servers ?? (await startServers(settings, ends, emptyServers))
  const core = await openCore(servers, options, ends)
  const commandApp = await buildCommandApp(core.deps)
  const queryApp = await buildQueryApp(core.deps)
  ends.push(() => Promise.all([commandApp.close(), queryApp.close()]))
  for (const part of parts) ends.push(await part(core))
  const send = await reaching({ query: queryApp, command: commandApp }, ends)
  return {
    ...core,
    commandApp,
    queryApp,
    operator: apiClient(send, '/operator/v1', OPERATOR_TOKEN),
    api: (key) => apiClient(send, '/api/v1', key),
    async stop() {
      const fault = process.env.RECADO_AUDIT === '1' ? await auditFault(core.config) : null
      await endAll(ends)
      if (fault !== null) throw new Error(`the audit found differences:\n${fault}`)
    },
  }
}

/** How clients reach both APIs: in memory or, with `RECADO_GATEWAY=nginx` in the environment, through nginx. */
async function reaching(
  apps: { query: FastifyInstance; command: FastifyInstance },
  ends: Ends,
): Promise<ReturnType<typeof inMemory>> {
  if (process.env.RECADO_GATEWAY !== 'nginx') return inMemory(apps)
  const gateway = await startNginx(apps)
  ends.push(() => gateway.stop())
  return overHttp(gateway.url)
}
