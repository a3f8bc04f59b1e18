import createClient, { type FetchOptions } from 'openapi-fetch'
import type {
  FilterKeys,
  HttpMethod,
  PathsWithMethod,
  RequiredKeysOf,
  ResponseObjectMap,
  SuccessResponse,
} from 'openapi-typescript-helpers'
import type { paths } from './api.ts'
import { callsWith } from './call.ts'
import { type Followed, type FollowOptions, followEvents } from './follow-events.ts'
import { type Paginate, paginateBy } from './paginate.ts'
import { type Fetch, RETRY_POLICY, type RetryPolicy } from './retrying-fetch.ts'

export type RecadoOptions = {
  /** `rcd_live_…` */
  readonly apiKey: string
  /** Ends in /api/v1; by default the address of `npm start`. */
  readonly baseUrl?: string | undefined
  readonly fetch?: Fetch
  readonly retry?: Partial<RetryPolicy>
}

type Init<Item, Method extends HttpMethod> =
  RequiredKeysOf<FetchOptions<FilterKeys<Item, Method>>> extends never
    ? [init?: FetchOptions<FilterKeys<Item, Method>>]
    : [init: FetchOptions<FilterKeys<Item, Method>>]

/** The body of a successful response. */
export type BodyOf<Path extends keyof paths, Method extends HttpMethod> =
  paths[Path] extends Record<Method, infer Operation extends Record<string | number, unknown>>
    ? SuccessResponse<ResponseObjectMap<Operation>, 'application/json'>
    : never

type MethodCall<Method extends HttpMethod> = <Path extends PathsWithMethod<paths, Method>>(
  path: Path,
  ...init: Init<paths[Path], Method>
) => Promise<{ readonly data: BodyOf<Path, Method>; readonly response: Response }>

/** A client of the API with one key. Every unsuccessful call throws a RecadoError. */
export type Recado = {
  readonly GET: MethodCall<'get'>
  readonly POST: MethodCall<'post'>
  readonly PUT: MethodCall<'put'>
  readonly PATCH: MethodCall<'patch'>
  readonly DELETE: MethodCall<'delete'>
  /** All items of a list, page by page. An item added meanwhile may repeat another one, but never hides one. */
  readonly paginate: Paginate
  /** All events from a given place on; reconnects when needed and ends only with the signal. */
  followEvents(options?: FollowOptions): AsyncGenerator<Followed>
  /** Any other call, such as a download, with the same headers and retries. @param path below the base URL */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

export function createRecado(options: RecadoOptions): Recado {
  const baseUrl = (options.baseUrl ?? 'http://127.0.0.1:8080/api/v1').replace(/\/+$/, '')
  const call = callsWith({
    apiKey: options.apiKey,
    baseUrl,
    fetch: options.fetch ?? ((request) => globalThis.fetch(request)),
    retry: { ...RETRY_POLICY, ...options.retry },
  })
  const client = createClient<paths>({ baseUrl, fetch: call })
  const fetch = async (path: string, init?: RequestInit) =>
    call(new Request(`${baseUrl}${path.startsWith('/') ? '' : '/'}${path}`, init))
  // `call` throws for every unsuccessful response, so of the library's result types only those with data remain.
  const methods = client as unknown as Pick<Recado, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>
  const { GET, POST, PUT, PATCH, DELETE } = methods
  return {
    GET,
    POST,
    PUT,
    PATCH,
    DELETE,
    fetch,
    paginate: paginateBy((path, init) => GET(path as '/contacts', init as object)),
    followEvents: (following = {}) => followEvents(fetch, following),
  }
}
