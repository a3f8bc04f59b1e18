import type { SendError } from '@recado/domain/message/events'
import { HttpProblem, invalidInput, notFound } from '../http/http-problem.ts'
import type { Gone, NotOk } from './provider-result.ts'

/** The provider could not be asked, or its answer is of no use: 502. */
export function providerFailed(error: SendError): HttpProblem {
  return new HttpProblem(502, 'provider_error', failure(error))
}

/** The provider says no to what the client asked for: 422 with the provider's code and details. */
export function providerRefused(error: SendError): HttpProblem {
  return invalidInput(`the provider refuses this: ${told(error)}`)
}

/** The provider does not give a file: 404 when it has it no longer, else 502. */
export function mediumProblem({ kind, error }: NotOk | Gone): HttpProblem {
  return kind === 'gone' ? notFound() : providerFailed(error)
}

// Meta's text of an error about a token may repeat the token.
function failure(error: SendError): string {
  return error.class === 'auth'
    ? `the provider does not accept the connection's credentials (${error.code}); store new ones with an operator command`
    : `the provider failed: ${told(error)}; try again`
}

function told({ code, title, details }: SendError): string {
  return details === null ? `${title} (${code})` : `${title} (${code}), ${details}`
}
