import { HttpProblem } from '@recado/infra/http/http-problem'

/** The operator is told; tenants learn nothing of connections that are not theirs. */
export function noSuchConnection(): HttpProblem {
  return new HttpProblem(404, 'not_found', 'no such connection; list those of an account')
}
