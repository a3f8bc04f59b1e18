import { HttpProblem } from '@recado/infra/http/http-problem'

/** For the operator only: tenants get the plain 404, which reveals nothing about other accounts. */
export function noSuchConnection(): HttpProblem {
  return new HttpProblem(404, 'not_found', 'no such connection; list those of an account')
}
