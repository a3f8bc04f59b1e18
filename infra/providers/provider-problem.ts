import type { SendError } from '@recado/domain/message/events'
import { HttpProblem, invalidInput, notFound } from '../http/http-problem.ts'
import type { Gone, NotOk } from './provider-result.ts'

/** 502: the provider could not be asked, or its answer is unusable. */
export function providerFailed(error: SendError): HttpProblem {
  return new HttpProblem(502, 'provider_error', failure(error))
}

/** 422 with the provider's code and details: the provider refuses the client's request. */
export function providerRefused(error: SendError): HttpProblem {
  return invalidInput(`the provider refuses this: ${describeError(error)}`)
}

/** 404 when the provider no longer has the file, else 502. */
export function mediumProblem({ kind, error }: NotOk | Gone): HttpProblem {
  return kind === 'gone' ? notFound() : providerFailed(error)
}

// Meta's text of an error about a token may repeat the token.
function failure(error: SendError): string {
  return error.class === 'auth'
    ? `the provider does not accept the connection's credentials (${error.code}); store new ones with an operator command`
    : `the provider failed: ${describeError(error)}; try again`
}

function describeError({ code, title, details }: SendError): string {
  return details === null ? `${title} (${code})` : `${title} (${code}), ${details}`
}
