import type { Refusal } from '@recado/domain/decision'

/** The codes of the contract, whose public schema is `contract/problem.ts`, and the one that only the dashboard has. */
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

/** An answer other than success: returned or thrown, it becomes the contract's error body. */
export class HttpProblem extends Error {
  readonly status: number
  readonly code: ProblemCode
  readonly headers: Readonly<Record<string, string>>
  /** What the error object carries besides code and message, such as `candidates`. */
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

/** What a refusal of the domain becomes. */
export type ProblemFor = (refusal: Refusal) => HttpProblem

/** The resource is not in this account: 404. Answers a refusal, or is returned as it is. */
export function notFound(): HttpProblem {
  return new HttpProblem(404, 'not_found', 'not found in this account; check the id')
}

/** An input breaks a rule: 422. The message names the field and the rule; `{detail}` stands for the refusal's detail. */
export function invalid(message: string): ProblemFor {
  return ({ detail }) => invalidInput(message.replace('{detail}', detail ?? ''))
}

/** As `invalid`, outside a table of refusals. */
export function invalidInput(message: string): HttpProblem {
  return new HttpProblem(422, 'validation', message)
}

/** The feature needs a higher plan: 403. */
export function upgradeRequired(): HttpProblem {
  return new HttpProblem(
    403,
    'upgrade_required',
    'this needs the Official or Agency plan; upgrade the account to use it',
  )
}

/** Something the answer rests on is unavailable for now: 503 with Retry-After. */
export function unavailable(message: string, retryAfterSeconds = 1): HttpProblem {
  return new HttpProblem(503, 'unavailable', message, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}
