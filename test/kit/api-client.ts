import type { FastifyInstance } from 'fastify'
import { request } from 'undici'

/** An answer. `Body` is the shape that the test expects. */
export type Reply<Body> = {
  readonly status: number
  readonly body: Body
  readonly headers: Readonly<Record<string, unknown>>
}

/** One call. A body is sent as JSON; a body that is text already is sent unchanged. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls with one API key. Paths are relative to the client's base path, such as /api/v1. */
export type ApiClient = {
  call<Body = unknown>(call: Call): Promise<Reply<Body>>
  get<Body = unknown>(path: string): Promise<Reply<Body>>
  post<Body = unknown>(path: string, body?: unknown): Promise<Reply<Body>>
  put<Body = unknown>(path: string, body?: unknown): Promise<Reply<Body>>
  patch<Body = unknown>(path: string, body?: unknown): Promise<Reply<Body>>
  delete<Body = unknown>(path: string): Promise<Reply<Body>>
}

/** Sends one request and returns its answer, with the body as text. */
type Send = (request: {
  readonly method: Call['method']
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
}) => Promise<{ status: number; headers: Readonly<Record<string, unknown>>; text: string }>

/** Calls both APIs in memory. As a gateway would, it routes reads to one and writes to the other. */
export function inMemory(apps: {
  readonly query: FastifyInstance
  readonly command: FastifyInstance
}): Send {
  return async ({ method, url, headers, body }) => {
    const reads = method === 'GET' && !url.startsWith('/operator')
    const app = reads ? apps.query : apps.command
    const payload = body === undefined ? {} : { payload: body }
    const answer = await app.inject({ method, url, headers, ...payload })
    return { status: answer.statusCode, headers: answer.headers, text: answer.body }
  }
}

/** Calls the server at this origin over the network. */
export function overHttp(origin: string): Send {
  return async ({ method, url, headers, body }) => {
    const answer = await request(`${origin}${url}`, { method, headers, body: body ?? null })
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
  }
}

/**
 * Makes a client of both APIs.
 * @param bearer the API key; with null no Authorization header is sent
 */
export function apiClient(send: Send, basePath: string, bearer: string | null): ApiClient {
  const call = async <Body>({ method, path, body, headers }: Call): Promise<Reply<Body>> => {
    const { status, text, ...answer } = await send({
      method,
      url: `${basePath}${path}`,
      headers: {
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    const read = isJson ? JSON.parse(text) : text
    return { status, body: read as Body, headers: answer.headers }
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
