import { signal } from '@preact/signals'
import type { Problem } from '@recado/contract/problem'
import { laterOf } from './position.ts'

type ErrorDetails = Pick<ApiError, 'requestId' | 'filling' | 'waitSeconds'>
type Filling = NonNullable<Problem['error']['filling']>

/** A failed call: the server's error, or status 0 when the server was not reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | null
  /** How far the read models are, while they are being filled and reads are refused. */
  readonly filling: Filling | null
  /** In how many seconds the server takes the call again, where a limit says so. */
  readonly waitSeconds: number | null
  constructor(
    status: number,
    code: string,
    message: string,
    { requestId = null, filling = null, waitSeconds = null }: Partial<ErrorDetails> = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.requestId = requestId
    this.filling = filling
    this.waitSeconds = waitSeconds
  }
}

/** Whether the server was reached by the last call. */
export const isOnline = signal(true)

/** `notify` is called when a call finds that there is no session. */
export const onSignedOut: { notify: () => void } = { notify: () => undefined }

/** Position of the newest write that reads may not show yet. */
let position: string | null = null

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a call can have besides its body. */
type CallOptions = {
  readonly headers?: Readonly<Record<string, string>>
  /** A position of the log that the answer must include. */
  readonly asOf?: string | null
}

/** Calls the server at a path below /dashboard/v1. @throws ApiError */
export async function call<Body>(
  method: Method,
  path: string,
  body?: unknown,
  { headers = {}, asOf = null }: CallOptions = {},
): Promise<Body> {
  const minPosition = method === 'GET' ? laterOf(asOf, position) : null
  const answer = await fetchAnswer(method, path, body, { headers, asOf: minPosition })
  const read = await bodyOf(answer)
  isOnline.value = true
  notePosition(answer, minPosition)
  if (answer.ok) return read as Body
  if (answer.status === 401 && !(method === 'POST' && path === '/session')) onSignedOut.notify()
  throw problemOf(answer, read)
}

async function fetchAnswer(
  method: Method,
  path: string,
  body: unknown,
  { headers, asOf }: Required<CallOptions>,
): Promise<Response> {
  try {
    return await fetch(`/dashboard/v1${path}`, {
      method,
      credentials: 'same-origin',
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(asOf !== null ? { 'x-min-event-position': asOf } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch {
    throw connectionLost()
  }
}

/** @throws ApiError when a successful answer is cut off or is not JSON: its outcome is then unknown */
async function bodyOf(answer: Response): Promise<unknown> {
  if (answer.status === 204) return null
  try {
    return await answer.json()
  } catch {
    if (answer.ok) throw connectionLost()
    return null
  }
}

function connectionLost(): ApiError {
  isOnline.value = false
  return new ApiError(0, 'offline', '')
}

/** A read shows the newest write only if it was requested as of that write, not if it was on its way before. */
function notePosition({ headers, ok }: Response, minPosition: string | null): void {
  if (headers.get('x-read-consistency') === 'pending')
    position = laterOf(position, headers.get('x-event-position'))
  else if (ok && minPosition !== null && laterOf(minPosition, position) === minPosition)
    position = null
}

function problemOf({ status, headers }: Response, body: unknown): ApiError {
  const { error } = (body ?? {}) as { error?: Partial<Problem['error']> }
  const { code = 'internal_error', message = '', filling = null } = error ?? {}
  const waitSeconds = Number(headers.get('retry-after')) || null
  const requestId = headers.get('x-request-id')
  return new ApiError(status, code, message, { requestId, filling, waitSeconds })
}
