import { buildGraphSimulator } from '@recado/simulators/graph-api/graph-simulator'
import { type Ends, endAll } from './ends.ts'
import { type Product, startProduct } from './product.ts'
import { environmentOf, type ProductProcess, startProcess } from './product-process.ts'
import { startServers } from './product-servers.ts'

/** Several copies of each process over the same servers: APIs inside the test, projectors as separate processes. */
export type Copies = {
  readonly products: readonly Product[]
  readonly projectors: readonly ProductProcess[]
  /** Starts one more projectors process, with these settings. */
  startProjectors(own?: Readonly<Record<string, string>>): Promise<ProductProcess>
  /** The projectors which report that they lead a part; a frozen process reports nothing. */
  leaders(part: string): Promise<readonly ProductProcess[]>
  /** Calls the simulator of Meta. Paths are relative to /_sim. */
  sim<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T>
  stop(): Promise<void>
}

const ANSWER_MS = 2_000
const LOOPBACK = { WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8,::1/128' }

/** Starts `count` copies of each API and `following` projectors. */
export async function startCopies(
  count: number,
  settings: Readonly<Record<string, string>> = {},
  following = count,
): Promise<Copies> {
  const ends: Ends = []
  try {
    return await start({ count, following, settings }, ends)
  } catch (error) {
    await endAll(ends)
    throw error
  }
}

type Counts = {
  readonly count: number
  readonly following: number
  readonly settings: Readonly<Record<string, string>>
}

async function start({ count, following, settings }: Counts, ends: Ends): Promise<Copies> {
  const meta = buildGraphSimulator({ appSecret: 'unused', behaviour: { statuses: [] } })
  ends.push(() => meta.close())
  const GRAPH_API_URL = await meta.listen({ port: 0, host: '127.0.0.1' })
  const servers = await startServers({ GRAPH_API_URL, ...settings }, ends)
  const environment = { ...environmentOf(servers), ...LOOPBACK }
  const startProjectors: Copies['startProjectors'] = async (own = {}) => {
    const started = await startProcess('projectors', { ...environment, ...own })
    ends.push(async () => void started.child.kill('SIGKILL'))
    return started
  }
  const projectors = await times(following, () => startProjectors())
  // The projectors inside these products only run the relay; the separate processes do everything else.
  const apis = { ...servers, PROJECTORS_ROLE: 'relay' } as const
  const products = await times(count, async () => {
    const product = await startProduct({ servers: apis })
    ends.push(() => product.stop())
    return product
  })
  return {
    ...{ products, projectors, startProjectors },
    async leaders(part) {
      const lead = await Promise.all(projectors.map((one) => leads(one, part)))
      return projectors.filter((_, n) => lead[n])
    },
    async sim(method, path, body) {
      const payload = body && { payload: JSON.stringify(body) }
      const headers = { 'content-type': 'application/json' }
      const answer = await meta.inject({ method, url: `/_sim${path}`, headers, ...payload })
      if (answer.statusCode >= 400) throw new Error(`the simulator says ${answer.body}`)
      return answer.json().data
    },
    stop: () => endAll(ends),
  }
}

async function leads({ child, port }: ProductProcess, part: string): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return false
  const url = `http://127.0.0.1:${port}/metrics`
  const told = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    (answer) => answer.text(),
    () => '',
  )
  return told.includes(`recado_leader{part="${part}"} 1`)
}

async function times<T>(count: number, make: () => Promise<T>): Promise<readonly T[]> {
  return Promise.all(Array.from({ length: count }, make))
}
