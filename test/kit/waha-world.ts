import type { WahaSimulatorOptions } from '@recado/simulators/waha/simulator'
import { buildWahaSimulator } from '@recado/simulators/waha/waha-simulator'
import type { ApiClient } from './api-client.ts'
import { type Ends, endAll } from './ends.ts'
import { eventually } from './eventually.ts'
import { heldPort } from './held-port.ts'
import { type Product, type ProductOptions, startProduct } from './product.ts'
import { openTenant, type Tenant } from './tenants.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** WhatsApp users, the simulated gateway, the product, and an account of the Basic plan. */
export type WahaWorld = {
  readonly product: Product
  readonly tenant: Tenant
  readonly api: ApiClient
  readonly sim: WahaSim
  /** Registers a session as the operator. @returns the connection's id */
  register(session: string): Promise<string>
  /** Waits until the API shows the connection in a status. */
  shows(connectionId: string, status: string): Promise<{ phone_number_digits: string }>
  stop(): Promise<void>
}

/** Calls a simulated gateway. Paths are relative to /_sim. */
export type WahaSim = <T>(method: Method, path: string, body?: object) => Promise<T>

/** A further gateway. */
export type SecondGateway = {
  readonly url: string
  readonly apiKey: string
  readonly sim: WahaSim
  close(): Promise<void>
}

export async function startSecondGateway(options: WahaSimulatorOptions): Promise<SecondGateway> {
  const apiKey = 'second-key'
  const gateway = buildWahaSimulator({ apiKey, ...options })
  const url = await gateway.listen({ port: 0, host: '127.0.0.1' })
  return { url, apiKey, sim: simOf(gateway), close: () => gateway.close() }
}

function simOf(gateway: ReturnType<typeof buildWahaSimulator>): WahaSim {
  return async <T>(method: Method, path: string, body?: object) => {
    const payload = body === undefined ? {} : { payload: body }
    const answer = await gateway.inject({ method, url: `/_sim${path}`, ...payload })
    if (answer.statusCode >= 400) throw new Error(`the simulator says ${answer.body}`)
    return answer.json().data as T
  }
}

/** Starts all of it; by default the gateway pairs new sessions by itself. @param more options of the product */
export async function startWahaWorld(
  options: WahaSimulatorOptions = {},
  more: Pick<ProductOptions, 'settings' | 'logTo' | 'emptyServers'> = {},
): Promise<WahaWorld> {
  const ends: Ends = []
  try {
    return await start(options, more, ends)
  } catch (error) {
    await endAll(ends)
    throw error
  }
}

async function start(
  options: WahaSimulatorOptions,
  more: Pick<ProductOptions, 'settings' | 'logTo' | 'emptyServers'>,
  ends: Ends,
): Promise<WahaWorld> {
  const gateway = buildWahaSimulator({ apiKey: 'gateway-key', ...options })
  ends.push(() => gateway.close())
  const url = await gateway.listen({ port: 0, host: '127.0.0.1' })
  const { port, release } = await heldPort()
  ends.push(release)
  const product = await startProduct({
    ...more,
    settings: {
      WAHA_URL: url,
      WAHA_API_KEY: 'gateway-key',
      WAHA_HMAC_KEY: 'shared-hook-key',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PROVIDER_TIMEOUT_MS: '10000',
      ...more.settings,
    },
  })
  ends.push(() => product.stop())
  await release()
  await product.commandApp.listen({ port, host: '127.0.0.1' })
  const tenant = await openTenant(product, 'basic')
  return {
    ...{ product, tenant, api: tenant.api },
    sim: simOf(gateway),
    async register(session) {
      const path = `/accounts/${tenant.id}/connections`
      const body = { type: 'freemium', session }
      const made = await product.operator.post<{ data: { id: string } }>(path, body)
      return made.body.data.id
    },
    shows: (id, status) =>
      eventually(async () => {
        type One = { data: { status: string; phone_number_digits: string } }
        const { body } = await tenant.api.get<One>(`/connections/${id}`)
        return body.data.status === status && body.data
      }),
    stop: () => endAll(ends),
  }
}
