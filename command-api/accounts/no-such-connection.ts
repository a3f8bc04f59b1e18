import { HttpProblem } from '@recado/infra/http/http-problem'

/** For the operator only: tenants get the plain 404, which reveals nothing about other accounts. */
export function noSuchConnection(): HttpProblem {
  const message =
    'no such connection; GET /operator/v1/accounts/{id}/connections lists those of an account'
  return new HttpProblem(404, 'not_found', message)
}
