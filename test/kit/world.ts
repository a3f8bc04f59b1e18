import { buildGraphSimulator } from '@recado/standalone/simulators/graph-api/graph-simulator'
import type { ApiClient } from './api-client.ts'
import { type Customer, startCustomer } from './customer.ts'
import { type Ends, endAll } from './ends.ts'
import { type Product, startProduct } from './product.ts'
import type { CoreOptions } from './product-core.ts'
import { startServers } from './product-servers.ts'
import { served } from './served.ts'
import { addOfficial, openTenant, type Tenant, type TestConnection } from './tenants.ts'

/** The whole path: WhatsApp users, the simulated Meta, the product, and a customer's endpoint. */
export type World = {
  /** The running product; another one after `restart`. */
  readonly product: () => Product
  readonly tenant: Tenant
  /** Calls with the tenant's key. */
  readonly api: () => ApiClient
  readonly connection: TestConnection
  readonly customer: Customer
  /** Calls the simulator of Meta. Paths are relative to /_sim. */
  readonly sim: Sim
  /** Lets a user write a text to the connection. @returns the provider's message id */
  userWrites(phone: string, text: string, more?: object): Promise<string>
  /** Posts a body to our hook, signed with the connection's secret, until it is served. @returns the status of the answer */
  postHook(body: string): Promise<number>
  /** Stops the product, runs `between` on its servers, and starts the product again. */
  restart(between: (config: Product['config']) => Promise<void>): Promise<void>
  stop(): Promise<void>
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Sim = <T>(method: Method, path: string, body?: unknown) => Promise<T>
export type WorldOptions = {
  /** Overrides of the simulated WhatsApp's behaviour. */
  readonly behaviour?: object
  readonly settings?: Record<string, string>
  readonly tampersWithLog?: true
  readonly logTo?: CoreOptions['logTo']
  /** Times of the dispatcher; `FAST_DISPATCH` by default. */
  readonly dispatchTimes?: NonNullable<CoreOptions['dispatchTimes']>
}

/** Retries within a second, and finds deliveries soon whose notification was lost. */
export const FAST_DISPATCH = { schedule: [0, 200, 400, 800], sweepMs: 100, renewMs: 200 }

export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const ends: Ends = []
  try {
    return await start(options, ends)
  } catch (error) {
    await endAll(ends)
    throw error
  }
}

async function start(options: WorldOptions, ends: Ends): Promise<World> {
  const meta = await startMeta(options.behaviour ?? {}, ends)
  const customer = await startCustomer()
  ends.push(() => customer.stop())
  const servers = await startServers(
    {
      GRAPH_API_URL: meta.url,
      WHATSAPP_VERIFY_TOKEN: 'verify-me',
      WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
      ...options.settings,
    },
    ends,
  )
  const { tampersWithLog, logTo, dispatchTimes = FAST_DISPATCH } = options
  const made = { ...(tampersWithLog && { tampersWithLog }), ...(logTo && { logTo }) }
  let hook = '/hooks/whatsapp'
  const begin = async () => {
    const product = await startProduct({ servers, dispatchTimes, ...made })
    const api = await product.commandApp.listen({ port: 0, host: '127.0.0.1' })
    await meta.sim('PUT', '/hook', { url: `${api}${hook}` })
    return { product, api }
  }
  let { product, api } = await begin()
  ends.push(() => product.stop())
  const tenant = await openTenant(product)
  const connection = await addOfficial(product, tenant.id)
  hook = connection.hook
  await meta.sim('PUT', '/hook', { url: `${api}${hook}` })
  await meta.sim('POST', '/numbers', {
    ...connection,
    display_phone_number: connection.phone_number_digits,
  })
  return {
    ...{ tenant, connection, customer, sim: meta.sim },
    ...messaging(meta, connection),
    product: () => product,
    api: () => product.api(tenant.key),
    async restart(between) {
      await product.stop()
      await between(product.config)
      ;({ product, api } = await begin())
    },
    stop: () => endAll(ends),
  }
}

type Meta = Awaited<ReturnType<typeof startMeta>>

async function startMeta(behaviour: object, ends: Ends) {
  const app = buildGraphSimulator({ appSecret: 'unused', behaviour })
  ends.push(() => app.close())
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const sim: Sim = async (method, path, body) => {
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) }
    const headers = { 'content-type': 'application/json' }
    const answer = await app.inject({ method, url: `/_sim${path}`, headers, ...payload })
    if (answer.statusCode >= 400) throw new Error(`the simulator says ${answer.body}`)
    return answer.json().data
  }
  return { app, url, sim }
}

function messaging(meta: Meta, { phone_number_id }: TestConnection) {
  return {
    async userWrites(phone: string, text: string, more: object = {}) {
      const message = { phone_number_id, type: 'text', text: { body: text }, ...more }
      return (await meta.sim<{ id: string }>('POST', `/users/${phone}/messages`, message)).id
    },
    async postHook(body: string): Promise<number> {
      const url = `/_sim/webhooks?phone_number_id=${phone_number_id}`
      const headers = { 'content-type': 'application/octet-stream' }
      const post = { method: 'POST', url, payload: body, headers } as const
      return served(async () => (await meta.app.inject(post)).json().data.last_status as number)
    },
  }
}
