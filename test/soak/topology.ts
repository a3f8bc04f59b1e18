import { randomUUID } from 'node:crypto'
import type { Config } from '@recado/infra/config'
import { buildGraphSimulator } from '@recado/simulators/graph-api/graph-simulator'
import { freePort } from '@recado/standalone/servers/free-port'
import { apiClient, overHttp } from '../kit/api-client.ts'
import { deployedCluster, PASSWORDS } from '../kit/deployed-nats.ts'
import type { Ends } from '../kit/ends.ts'
import { type Gateway, startNginxBefore } from '../kit/nginx.ts'
import { environmentOf, type ProductProcess, startProcess } from '../kit/product-process.ts'
import { OPERATOR_TOKEN, startServers } from '../kit/product-servers.ts'
import { type StoreCluster, startCluster } from '../kit/store-cluster.ts'
import type { Reached } from '../kit/tenants.ts'

/** A process of which there are several, so that one may be down. */
export type Member = {
  readonly name: string
  kill(): Promise<void>
  restart(): Promise<void>
  /** Process id of a process of the product; null for servers. */
  readonly pid: (() => number | undefined) | null
}

/** A production-like setup as plain processes of this machine: three of each server but Postgres, two of each of ours. */
export type Topology = {
  readonly url: string
  readonly config: Config
  readonly reached: Reached
  readonly store: StoreCluster
  readonly members: readonly Member[]
  readonly gateway: Gateway
  /** Calls the simulator of Meta. Paths are relative to /_sim. */
  sim<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T>
}

const LOOPBACK = { TRUSTED_PROXIES: '127.0.0.1/32', WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' }
const PROCESSES = [
  { kind: 'command-api', role: 'all' },
  { kind: 'query-api', role: 'all' },
  { kind: 'projectors', role: 'projector' },
  { kind: 'projectors', role: 'workers' },
] as const

export async function startTopology(ends: Ends, seed = 1): Promise<Topology> {
  const meta = buildGraphSimulator({ appSecret: 'unused', behaviour: { statuses: [] } })
  ends.push(() => meta.close())
  const GRAPH_API_URL = await meta.listen({ port: 0, host: '127.0.0.1' })
  const store = await startCluster('topology', seed)
  ends.push(() => store.stop())
  const nats = await deployedCluster(ends, randomUUID())
  const addresses = nats.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const settings = {
    ...{ GRAPH_API_URL, EVENTSTORE_URL: store.url, NATS_REPLICAS: '3' },
    NATS_URL: `nats://recado:${PASSWORDS.NATS_PASSWORD}@${addresses}`,
    // Recovery takes up a send without an outcome half a minute after this time-out.
    ...{ PROVIDER_TIMEOUT_MS: '2000', READ_YOUR_WRITES_MS: '1000' },
  }
  const config = await startServers(settings, ends)
  const environment = { ...environmentOf(config), ...LOOPBACK }
  const copies = await Promise.all(
    PROCESSES.flatMap((of) => [1, 2].map((n) => startCopy(of, n, environment, ends))),
  )
  const hosts = (kind: string) =>
    copies.filter((copy) => copy.kind === kind).map(({ port }) => `127.0.0.1:${port}`)
  const gateway = await startNginxBefore({
    command: hosts('command-api'),
    query: hosts('query-api'),
  })
  ends.push(() => gateway.stop())
  const send = overHttp(gateway.url)
  return {
    ...{ url: gateway.url, config, store, gateway },
    reached: {
      operator: apiClient(send, '/operator/v1', OPERATOR_TOKEN),
      api: (key) => apiClient(send, '/api/v1', key),
    },
    members: [
      ...nats.map((one, n) => ({ ...one, name: `nats-${n + 1}`, pid: null })),
      ...store.ports.map((port, n) => storeNode(store, port, `store-${n + 1}`)),
      ...copies,
    ],
    async sim(method, path, body) {
      const payload = body && { payload: JSON.stringify(body) }
      const headers = { 'content-type': 'application/json' }
      const answer = await meta.inject({ method, url: `/_sim${path}`, headers, ...payload })
      if (answer.statusCode >= 400) throw new Error(`the simulator says ${answer.body}`)
      return answer.json().data
    },
  }
}

/** A node of the store; the cluster restarts it when it ends by itself. */
function storeNode(store: StoreCluster, port: number, name: string): Member {
  const [kill, restart] = [() => store.kill(port), () => store.restart(port)]
  return { name, pid: null, kill, restart }
}

/** A process of the product; it restarts on the same port, which the gateway knows. */
async function startCopy(
  { kind, role }: (typeof PROCESSES)[number],
  n: number,
  environment: Readonly<Record<string, string>>,
  ends: Ends,
): Promise<Member & { readonly kind: string; readonly port: number }> {
  const port = kind === 'projectors' ? 0 : await freePort(0)
  const its = { ...environment, PROJECTORS_ROLE: role }
  let running: ProductProcess = await startProcess(kind, its, port)
  ends.push(() => running.kill())
  return {
    ...{ kind, port },
    name: `${kind === 'projectors' ? role : kind}-${n}`,
    pid: () => running.child.pid,
    kill: () => running.kill(),
    async restart() {
      running = await startProcess(kind, its, port)
    },
  }
}
