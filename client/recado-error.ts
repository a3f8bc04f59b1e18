import type { components } from './api.ts'

type Problem = components['schemas']['Problem']['error']

/** A connection that a phone number might mean. */
export type Candidate = NonNullable<Problem['candidates']>[number]

/** What the codes of the API are, and two of this client's own. */
export type ErrorCode = Problem['code'] | 'unreachable' | 'unexpected_answer'

type Told = {
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  readonly code: ErrorCode
  readonly requestId: string | null
  readonly candidates?: readonly Candidate[] | undefined
}

/** A call that did not succeed. The message names what is wrong and, for an input, the field and its rule. */
export class RecadoError extends Error {
  override name = 'RecadoError'
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  readonly code: ErrorCode
  /** Quote it when you ask for help; null when no answer came. */
  readonly requestId: string | null
  /** With `ambiguous_connection`: the connections that were meant, maybe. */
  readonly candidates: readonly Candidate[]

  constructor(message: string, told: Told, options?: ErrorOptions) {
    super(message, options)
    this.status = told.status
    this.code = told.code
    this.requestId = told.requestId
    this.candidates = told.candidates ?? []
  }
}

/** Reads the error body of an answer that is no success. */
export async function errorOf(answer: Response): Promise<RecadoError> {
  const { status } = answer
  const requestId = answer.headers.get('x-request-id')
  const problem = problemIn(await answer.text().catch(() => ''))
  if (problem === null) {
    const message = `answered ${status} without an error of the API; is the base URL right?`
    return new RecadoError(message, { status, code: 'unexpected_answer', requestId })
  }
  const { code, message, candidates } = problem
  return new RecadoError(message, { status, code, requestId, candidates })
}

/** No answer came, whatever became of the request. */
export function unreachable(url: string, cause: unknown): RecadoError {
  const message = `${new URL(url).origin} did not answer: ${reasonOf(cause)}`
  return new RecadoError(message, { status: 0, code: 'unreachable', requestId: null }, { cause })
}

function reasonOf(error: unknown): string {
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
