import { isRepeatable } from './idempotency.ts'
import { unreachable } from './recado-error.ts'

export type Fetch = (request: Request) => Promise<Response>

export type Retry = { readonly attempt: number; readonly waitMs: number; readonly reason: string }

export type RetryPolicy = {
  /** Attempts of one call in all. */
  readonly attempts: number
  /** The pause after the first attempt without a Retry-After, ms; it doubles up to 8 s. */
  readonly firstWaitMs: number
  /** A longer Retry-After than this fails the call at once, ms. */
  readonly mostWaitMs: number
  /** An attempt without response headers by then counts as lost, ms. Uploads have no limit. */
  readonly answerMs: number
  readonly onRetry?: (retry: Retry) => void
}

/** Ten attempts outlast a rate limit of one minute and the restart of a process. */
export const RETRY_POLICY: RetryPolicy = {
  attempts: 10,
  firstWaitMs: 250,
  mostWaitMs: 90_000,
  answerMs: 90_000,
}

const MAX_BACKOFF_MS = 8_000

/**
 * Retries a request after 429, and after 503 or a lost connection where a repetition is safe.
 * @throws RecadoError `unreachable` when the last attempt got no response
 */
export async function retryingFetch(
  request: Request,
  fetch: Fetch,
  policy: RetryPolicy,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const tried = await attemptOf(request, fetch, policy)
    const isLast = attempt >= policy.attempts || !mayTryAgain(tried, request)
    const waitMs = waitOf(tried, attempt, policy)
    if (isLast || waitMs > policy.mostWaitMs) {
      if ('answer' in tried) return tried.answer
      throw unreachable(request.url, tried.lost)
    }
    policy.onRetry?.({ attempt, waitMs, reason: reasonOf(tried) })
    await sleep(waitMs, request.signal)
  }
}

type Tried = { readonly answer: Response } | { readonly lost: TypeError }

/** @throws the reason of the caller's signal */
async function attemptOf(
  request: Request,
  fetch: Fetch,
  policy: Pick<RetryPolicy, 'answerMs'>,
): Promise<Tried> {
  try {
    return { answer: await whole(await answerInTime(request, fetch, policy)) }
  } catch (error) {
    // fetch throws a TypeError when a connection fails or breaks.
    if (error instanceof TypeError && !request.signal.aborted) return { lost: error }
    throw error
  }
}

/** @throws TypeError, as for a lost connection, when no headers arrive in time: a frozen server accepts requests too */
async function answerInTime(
  request: Request,
  fetch: Fetch,
  { answerMs }: Pick<RetryPolicy, 'answerMs'>,
): Promise<Response> {
  if (isUpload(request)) return fetch(request.clone())
  const { ended, signal, isAnswered } = answerDeadline(request.signal, answerMs)
  try {
    // Node 20 may lose the abort of a request that has no other reference, hence the race.
    return await Promise.race([fetch(new Request(request.clone(), { signal })), ended])
  } finally {
    isAnswered()
  }
}

/** Aborts with the caller's signal, also while the body arrives, or after `ms` without headers. */
function answerDeadline(caller: AbortSignal, ms: number) {
  const controller = new AbortController()
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason))
  })
  ended.catch(() => undefined)
  const broken = () => controller.abort(caller.reason)
  if (caller.aborted) broken()
  caller.addEventListener('abort', broken, { once: true })
  const late = () => controller.abort(new TypeError(`no answer within ${ms} ms`))
  const timer = setTimeout(late, ms)
  return {
    ended,
    signal: controller.signal,
    isAnswered: () => clearTimeout(timer),
  }
}

function isUpload({ headers }: Request): boolean {
  return headers.get('content-type')?.startsWith('multipart/') === true
}

/** Buffers the body of a JSON response, so that a connection lost amid the body can be retried too. */
async function whole(answer: Response): Promise<Response> {
  if (!isJson(answer)) return answer
  const { status, statusText, headers } = answer
  return new Response(await answer.arrayBuffer(), { status, statusText, headers })
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true
}

function mayTryAgain(tried: Tried, request: Request): boolean {
  if ('lost' in tried) return isRepeatable(request)
  const { answer } = tried
  if (answer.status === 429) return true
  // A gateway could not reach the API.
  if (answer.status === 502 || answer.status === 504)
    return !isJson(answer) && isRepeatable(request)
  // The same send is still running, perhaps from the previous attempt.
  if (answer.status === 409) return answer.headers.has('retry-after')
  return answer.status === 503 && isRepeatable(request)
}

function waitOf(tried: Tried, attempt: number, { firstWaitMs }: RetryPolicy): number {
  const told = 'answer' in tried ? retryAfterMs(tried.answer) : null
  if (told !== null) return told
  const most = Math.min(MAX_BACKOFF_MS, firstWaitMs * 2 ** (attempt - 1))
  return most / 2 + (Math.random() * most) / 2
}

function retryAfterMs({ headers }: Response): number | null {
  const text = headers.get('retry-after')
  if (text === null) return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}

function reasonOf(tried: Tried): string {
  return 'lost' in tried ? 'no answer came' : `answered ${tried.answer.status}`
}

/** @throws the signal's reason when it aborts meanwhile */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const broken = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', broken)
      resolve()
    }, ms)
    if (signal?.aborted) broken()
    else signal?.addEventListener('abort', broken, { once: true })
  })
}
