import { Pool } from 'undici'
import type { Lab } from './lab.ts'

/** One answer, read completely. */
export type Answer = { readonly status: number; readonly text: string }

/** An answer of 400 or more. */
export class Refused extends Error {
  readonly status: number
  /** Seconds after which to repeat the call; null if the answer does not say. */
  readonly retryAfter: number | null

  constructor(call: string, { status, text }: Answer, retryAfter: string | undefined) {
    super(`${call} answered ${status}: ${text.slice(0, 300)}`)
    this.status = status
    this.retryAfter = retryAfter === undefined ? null : Number(retryAfter)
  }
}

/** Calls to one server over kept-alive connections. */
export type HttpClient = {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>
  post(path: string, body: string, headers?: Readonly<Record<string, string>>): Promise<Answer>
  put(path: string, body: string): Promise<Answer>
  delete(path: string): Promise<Answer>
}

/**
 * A load generator's client. An answer of 400 or more throws `Refused`: failures must not count as fast answers.
 * @param connections the limit of concurrent calls
 */
export function httpClient(
  lab: Lab,
  port: number,
  options: { connections: number; bearer?: string },
): HttpClient {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: options.connections })
  lab.after(() => pool.destroy())
  const own = options.bearer === undefined ? {} : { authorization: `Bearer ${options.bearer}` }
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body: string | null = null,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const type = body === null ? {} : { 'content-type': 'application/json' }
    const answer = await pool.request({
      method,
      path,
      body,
      headers: { ...own, ...type, ...headers },
    })
    const text = await answer.body.text()
    const answered = { status: answer.statusCode, text }
    if (answered.status < 400) return answered
    const after = answer.headers['retry-after']
    throw new Refused(`${method} ${path}`, answered, after === undefined ? after : String(after))
  }
  return {
    get: (path, headers) => call('GET', path, null, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    put: (path, body) => call('PUT', path, body),
    delete: (path) => call('DELETE', path),
  }
}
