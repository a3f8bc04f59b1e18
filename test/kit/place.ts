import { buildGraphSimulator } from '@recado/simulators/graph-api/graph-simulator'
import { type Ends, endAll } from './ends.ts'
import { type Product, startProduct } from './product.ts'
import type { CoreOptions } from './product-core.ts'
import { sharesServers, startServers } from './product-servers.ts'

/** A running product over a simulated WhatsApp. */
export type Place = {
  readonly meta: Meta
  /** The running product; another one after `restart`. */
  readonly product: () => Product
  /** Where its command API listens. */
  readonly api: () => string
  /** Stops the product, runs `between` on its servers, and starts the product again. */
  restart(between: (config: Product['config']) => Promise<void>): Promise<void>
}

export type PlaceOptions = {
  /** Overrides of the simulated WhatsApp's behaviour. */
  readonly behaviour?: object
  readonly settings?: Readonly<Record<string, string>>
  readonly tampersWithLog?: true
  /** The product needs servers that no other product has used, even where a process shares its servers. */
  readonly emptyServers?: true
  readonly logTo?: NonNullable<CoreOptions['logTo']>
  readonly lag?: NonNullable<CoreOptions['lag']>
  /** Times of the dispatcher; `FAST_DISPATCH` by default. */
  readonly dispatchTimes?: NonNullable<CoreOptions['dispatchTimes']>
}

/** Retries within a second, and finds deliveries soon whose notification was lost. */
export const FAST_DISPATCH = { schedule: [0, 200, 400, 800], sweepMs: 1_000, renewMs: 1_000 }

/** The place that files in turn share, until one asks for other settings. */
let kept: { readonly key: string; readonly place: Place; readonly ends: Ends } | null = null

/**
 * The place for one world. Where a process shares its servers, worlds with the same settings use the same product one
 * after the other; the simulated WhatsApp forgets in between what a world has made it do.
 */
export async function placeFor(options: PlaceOptions, ends: Ends): Promise<Place> {
  const { settings = {}, behaviour = {} } = options
  if (!sharesServers() || isApart(options)) return openPlace(options, ends)
  const place = await keptPlace(JSON.stringify(settings), options)
  await place.meta.sim('PATCH', '/behaviour', behaviour)
  ends.push(async () => {
    for (const what of ['behaviour', 'faults', 'requests', 'messages'])
      await place.meta.sim('DELETE', `/${what}`)
  })
  return place
}

/** Whether a world cannot use what others have used, or may not be used by others. */
function isApart({ settings = {}, ...options }: PlaceOptions): boolean {
  const { logTo, lag, tampersWithLog, emptyServers, dispatchTimes } = options
  return (
    (logTo ?? lag ?? tampersWithLog ?? emptyServers ?? dispatchTimes) !== undefined ||
    'EVENTSTORE_URL' in settings
  )
}

async function keptPlace(key: string, { settings = {} }: PlaceOptions): Promise<Place> {
  if (kept?.key !== key) {
    await leavePlace()
    const ends: Ends = []
    kept = { key, place: await openPlace({ settings }, ends), ends }
  }
  return kept.place
}

/** Stops the product that worlds have shared, so that another one can use its servers. */
export async function leavePlace(): Promise<void> {
  const ends = kept?.ends ?? []
  kept = null
  await endAll(ends)
}

async function openPlace(options: PlaceOptions, ends: Ends): Promise<Place> {
  const meta = await startMeta(options.behaviour ?? {}, ends)
  const { tampersWithLog, emptyServers = tampersWithLog, logTo, lag } = options
  const { dispatchTimes = FAST_DISPATCH } = options
  const servers = await startServers(
    {
      GRAPH_API_URL: meta.url,
      WHATSAPP_VERIFY_TOKEN: 'verify-me',
      WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
      ...options.settings,
    },
    ends,
    emptyServers,
  )
  const made = {
    ...(tampersWithLog && { tampersWithLog }),
    ...(logTo && { logTo }),
    ...(lag && { lag }),
  }
  const begin = async () => {
    const product = await startProduct({ servers, dispatchTimes, ...made })
    return { product, api: await product.commandApp.listen({ port: 0, host: '127.0.0.1' }) }
  }
  let running = await begin()
  ends.push(() => running.product.stop())
  return {
    meta,
    product: () => running.product,
    api: () => running.api,
    async restart(between) {
      await running.product.stop()
      await between(running.product.config)
      running = await begin()
    },
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** Calls the simulator of Meta. Paths are relative to /_sim. */
export type Sim = <T>(method: Method, path: string, body?: unknown) => Promise<T>
export type Meta = Awaited<ReturnType<typeof startMeta>>

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
