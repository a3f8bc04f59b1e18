import type { Refusal } from '@recado/domain/decision'

/** The codes of the contract (`contract/problem.ts`), and `secret_missing`, which only the dashboard has. */
export type ProblemCode =
  | 'invalid_body'
  | 'query_error'
  | 'unauthorized'
  | 'forbidden'
  | 'upgrade_required'
  | 'not_found'
  | 'method_not_allowed'
  | 'ambiguous_connection'
  | 'idempotency_in_progress'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'validation'
  | 'invalid_type'
  | 'rate_limited'
  | 'internal_error'
  | 'provider_error'
  | 'unavailable'
  | 'secret_missing'

/** An answer other than success. Returned or thrown, it becomes the contract's error body. */
export class HttpProblem extends Error {
  readonly status: number
  readonly code: ProblemCode
  readonly headers: Readonly<Record<string, string>>
  /** Fields of the error object besides code and message, such as `candidates`. */
  readonly extra: Readonly<Record<string, unknown>>
  constructor(
    status: number,
    code: ProblemCode,
    message: string,
    more: { headers?: Record<string, string>; extra?: Record<string, unknown> } = {},
  ) {
    super(message)
    this.name = 'HttpProblem'
    this.status = status
    this.code = code
    this.headers = more.headers ?? {}
    this.extra = more.extra ?? {}
  }
}

export type ProblemFor = (refusal: Refusal) => HttpProblem

/** 413 for a body that exceeds its route's limit. */
export function bodyTooLarge(): HttpProblem {
  return new HttpProblem(413, 'payload_too_large', 'the body is too large; send a smaller one')
}

/** 404: the resource is not in this account. Also usable as the answer to a refusal. */
export function notFound(): HttpProblem {
  return new HttpProblem(404, 'not_found', 'not found in this account; check the id')
}

/** 422 for a refusal. The message names the field and the rule; `{detail}` is replaced by the refusal's detail. */
export function invalid(message: string): ProblemFor {
  return ({ detail }) => invalidInput(message.replace('{detail}', detail ?? ''))
}

export function invalidInput(message: string): HttpProblem {
  return new HttpProblem(422, 'validation', message)
}

export function upgradeRequired(): HttpProblem {
  return new HttpProblem(
    403,
    'upgrade_required',
    'this needs the Official or Agency plan; upgrade the account to use it',
  )
}

/** 429 with Retry-After: a limit is used up for now. */
export function rateLimited(message: string, retryAfterSeconds: number): HttpProblem {
  return new HttpProblem(429, 'rate_limited', message, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}

/** 503 with Retry-After: something that the answer needs is unavailable for now. */
export function unavailable(message: string, retryAfterSeconds = 1): HttpProblem {
  return new HttpProblem(503, 'unavailable', message, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}
