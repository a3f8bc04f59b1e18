import type { FastifyInstance } from 'fastify'

/** An answer; `Body` is what the test expects to find in it. */
export type Reply<Body> = {
  readonly status: number
  readonly body: Body
  readonly headers: Readonly<Record<string, unknown>>
}

/** One call. A body is sent as JSON, unless it is text: then as it stands. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls with one key, paths relative to /api/v1 (or wherever the client was made for). */
export type ApiClient = {
  call<Body = unknown>(call: Call): Promise<Reply<Body>>
  get<Body = unknown>(path: string): Promise<Reply<Body>>
  post<Body = unknown>(path: string, body?: unknown): Promise<Reply<Body>>
  put<Body = unknown>(path: string, body?: unknown): Promise<Reply<Body>>
  patch<Body = unknown>(path: string, body?: unknown): Promise<Reply<Body>>
  delete<Body = unknown>(path: string): Promise<Reply<Body>>
}

/**
 * A client in front of both APIs, as the gateway stands there: reads go to one, writes to the other.
 * @param bearer null sends no Authorization header
 */
export function apiClient(
  apps: { readonly query: FastifyInstance; readonly command: FastifyInstance },
  basePath: string,
  bearer: string | null,
): ApiClient {
  const call = async <Body>({ method, path, body, headers }: Call): Promise<Reply<Body>> => {
    const reads = method === 'GET' && !basePath.startsWith('/operator')
    const app = reads ? apps.query : apps.command
    const answer = await app.inject({
      method,
      url: `${basePath}${path}`,
      headers: {
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    const read = isJson ? JSON.parse(answer.body) : answer.body
    return { status: answer.statusCode, body: read as Body, headers: answer.headers }
  }
  return {
    call,
    get: (path) => call({ method: 'GET', path }),
    post: (path, body) => call({ method: 'POST', path, body }),
    put: (path, body) => call({ method: 'PUT', path, body }),
    patch: (path, body) => call({ method: 'PATCH', path, body }),
    delete: (path) => call({ method: 'DELETE', path }),
  }
}
