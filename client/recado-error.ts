import type { components } from './api.ts'

type Problem = components['schemas']['Problem']['error']

/** A connection that an ambiguous phone number may refer to. */
export type Candidate = NonNullable<Problem['candidates']>[number]

/** The API's error codes, and two of the client itself. */
export type ErrorCode = Problem['code'] | 'unreachable' | 'unexpected_answer'

type Details = {
  readonly status: number
  readonly code: ErrorCode
  readonly requestId: string | null
  readonly candidates?: readonly Candidate[] | undefined
}

/** A failed call. For an invalid input, the message names the field and its rule. */
export class RecadoError extends Error {
  override name = 'RecadoError'
  /** HTTP status; 0 without a response. */
  readonly status: number
  readonly code: ErrorCode
  /** For support requests; null without a response. */
  readonly requestId: string | null
  /** With `ambiguous_connection`: the connections that have the number. */
  readonly candidates: readonly Candidate[]

  constructor(message: string, details: Details, options?: ErrorOptions) {
    super(message, options)
    this.status = details.status
    this.code = details.code
    this.requestId = details.requestId
    this.candidates = details.candidates ?? []
  }
}

/** The error that an unsuccessful response carries. */
export async function errorOf(answer: Response): Promise<RecadoError> {
  const { status } = answer
  const requestId = answer.headers.get('x-request-id')
  const problem = problemIn(await answer.text().catch(() => ''))
  if (problem === null) {
    const message = `answered ${status} ${leadsTo(answer)}; is the base URL right?`
    return new RecadoError(message, { status, code: 'unexpected_answer', requestId })
  }
  const { code, message, candidates } = problem
  return new RecadoError(message, { status, code, requestId, candidates })
}

/** Why an answer is none of the API; a browser shows neither status nor target of a redirect. */
function leadsTo({ headers, type }: Response): string {
  const target = headers.get('location') ?? ''
  if (type !== 'opaqueredirect' && target === '') return 'without an error of the API'
  const where = URL.canParse(target) ? new URL(target).origin : 'another address'
  return `and leads to ${where}, where neither key nor body is sent`
}

/** The error of a request without a response; its outcome is unknown. */
export function unreachable(url: string, cause: unknown): RecadoError {
  const message = `${new URL(url).origin} did not answer: ${reasonOf(cause)}`
  return new RecadoError(message, { status: 0, code: 'unreachable', requestId: null }, { cause })
}

/** Why a request got no response: `fetch` throws an error that names the reason only in its cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== ''
    ? error.cause.message
    : error.message
}

function problemIn(text: string): Problem | null {
  try {
    const { error } = JSON.parse(text) as { error?: Partial<Problem> }
    return typeof error?.code === 'string' && typeof error.message === 'string'
      ? (error as Problem)
      : null
  } catch {
    return null
  }
}
