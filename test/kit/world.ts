import type { ApiClient } from './api-client.ts'
import { type Customer, startCustomer } from './customer.ts'
import { type Ends, endAll } from './ends.ts'
import { type Meta, type PlaceOptions, placeFor, type Sim } from './place.ts'
import type { Product } from './product.ts'
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

/** Where the world stands, and how WhatsApp behaves there. */
export type WorldOptions = PlaceOptions

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
  const customer = await startCustomer()
  ends.push(() => customer.stop())
  const place = await placeFor(options, ends)
  const { meta } = place
  const tenant = await openTenant(place.product())
  const connection = await addOfficial(place.product(), tenant.id)
  const follow = () => meta.sim('PUT', '/hook', { url: `${place.api()}${connection.hook}` })
  await follow()
  await meta.sim('POST', '/numbers', {
    ...connection,
    display_phone_number: connection.phone_number_digits,
  })
  return {
    ...{ tenant, connection, customer, sim: meta.sim },
    ...messaging(meta, connection),
    product: place.product,
    api: () => place.product().api(tenant.key),
    async restart(between) {
      await place.restart(between)
      await follow()
    },
    stop: () => endAll(ends),
  }
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
