import { drawKey } from './idempotency.ts'
import { lastPosition } from './last-position.ts'
import { errorOf } from './recado-error.ts'
import { type Fetch, type RetryPolicy, retryingFetch } from './retrying-fetch.ts'

/** The settings that all calls of one client share. */
export type CallOptions = {
  readonly apiKey: string
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly retry: RetryPolicy
}

/**
 * A fetch that adds the API key, an Idempotency-Key and the last write's position, and retries. It follows no redirect:
 * the API has none, and one would carry the key, or repeat the body, wherever it leads. @throws RecadoError
 */
export function callsWith({ apiKey, baseUrl, fetch, retry }: CallOptions): Fetch {
  const position = lastPosition()
  const base = new URL(baseUrl).pathname
  return async (asked) => {
    const request = new Request(asked, { redirect: 'manual' })
    request.headers.set('authorization', `Bearer ${apiKey}`)
    drawKey(request, new URL(request.url).pathname.slice(base.length))
    const isAsked = position.ask(request)
    const answer = await retryingFetch(request, isAsked ? position.withinLog(fetch) : fetch, retry)
    position.note(answer)
    if (!answer.ok) throw await errorOf(answer)
    return answer
  }
}
