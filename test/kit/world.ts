import { startProjectors } from '@recado/projectors/projectors'
import { buildGraphSimulator } from '@recado/standalone/simulators/graph-api/graph-simulator'
import { type Customer, startCustomer } from './customer.ts'
import { type Ends, endAll } from './ends.ts'
import { type Part, type Product, startProduct } from './product.ts'
import { addOfficial, openTenant, type Tenant, type TestConnection } from './tenants.ts'

/** The whole path: WhatsApp users, Meta, the product with everything that follows the log, a customer's URL. */
export type World = {
  readonly product: Product
  readonly tenant: Tenant
  readonly connection: TestConnection
  readonly customer: Customer
  /** Steers and asks the simulator of Meta, paths below /_sim. */
  sim<T>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<T>
  /** A user writes a text to the connection. @returns the provider's id of the message */
  userWrites(phone: string, text: string, more?: object): Promise<string>
  /** Posts bytes to our hook, signed with the connection's secret. @returns the status answered */
  postHook(body: string): Promise<number>
  stop(): Promise<void>
}

/** Everything that follows the log, beside the fold that the product runs already. */
const following: Part = async ({ deps, nats }) => {
  const times = { schedule: [0, 200, 400, 800], sweepMs: 100, renewMs: 200, leaseMs: 17_000 }
  const projectors = startProjectors({ ...deps, nats, dispatchTimes: times })
  return () => projectors.stop()
}

/** Starts it all. @param behaviour of the simulated WhatsApp over its ordinary one */
export async function startWorld(
  options: { behaviour?: object; settings?: Record<string, string> } = {},
): Promise<World> {
  const ends: Ends = []
  try {
    return await start(options, ends)
  } catch (error) {
    await endAll(ends)
    throw error
  }
}

async function start(
  options: { behaviour?: object; settings?: Record<string, string> },
  ends: Ends,
): Promise<World> {
  const meta = buildGraphSimulator({ appSecret: 'unused', behaviour: { ...options.behaviour } })
  ends.push(() => meta.close())
  const graph = await meta.listen({ port: 0, host: '127.0.0.1' })
  const customer = await startCustomer()
  ends.push(() => customer.stop())
  const product = await startProduct({
    settings: {
      GRAPH_API_URL: graph,
      WHATSAPP_VERIFY_TOKEN: 'verify-me',
      WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
      ...options.settings,
    },
    parts: [following],
  })
  ends.push(() => product.stop())
  const api = await product.commandApp.listen({ port: 0, host: '127.0.0.1' })
  const sim: World['sim'] = async (method, path, body) => {
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) }
    const headers = { 'content-type': 'application/json' }
    const answer = await meta.inject({ method, url: `/_sim${path}`, headers, ...payload })
    if (answer.statusCode >= 400) throw new Error(`the simulator says ${answer.body}`)
    return answer.json().data
  }
  await sim('PUT', '/hook', { url: `${api}/hooks/whatsapp` })
  const tenant = await openTenant(product)
  const connection = await addOfficial(product, tenant.id)
  const { phone_number_id, waba_id, app_secret, token, phone_number_digits } = connection
  await sim('POST', '/numbers', {
    ...{ phone_number_id, waba_id, app_secret, token },
    display_phone_number: phone_number_digits,
  })
  return {
    ...{ product, tenant, connection, customer, sim },
    userWrites: async (phone, text, more = {}) =>
      (
        await sim<{ id: string }>('POST', `/users/${phone}/messages`, {
          phone_number_id,
          type: 'text',
          text: { body: text },
          ...more,
        })
      ).id,
    async postHook(body) {
      const url = `/_sim/webhooks?phone_number_id=${phone_number_id}`
      const headers = { 'content-type': 'application/octet-stream' }
      const answer = await meta.inject({ method: 'POST', url, payload: body, headers })
      return answer.json().data.status
    },
    stop: () => endAll(ends),
  }
}
