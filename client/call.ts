import { drawKey } from './idempotency.ts'
import { lastPosition } from './last-position.ts'
import { errorOf } from './recado-error.ts'
import { type Fetch, type RetryPolicy, retryingFetch } from './retrying-fetch.ts'

/** What every call is made with. */
export type CallOptions = {
  readonly apiKey: string
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly retry: RetryPolicy
}

/** A fetch with the key, a send's own Idempotency-Key, and the position of the last write. @throws RecadoError */
export function callsWith({ apiKey, baseUrl, fetch, retry }: CallOptions): Fetch {
  const position = lastPosition()
  const base = new URL(baseUrl).pathname
  return async (request) => {
    request.headers.set('authorization', `Bearer ${apiKey}`)
    drawKey(request, new URL(request.url).pathname.slice(base.length))
    const isAsked = position.ask(request)
    const answer = await retryingFetch(request, isAsked ? position.withinLog(fetch) : fetch, retry)
    position.note(answer)
    if (!answer.ok) throw await errorOf(answer)
    return answer
  }
}
