import { HttpProblem } from '@recado/infra/http/http-problem'
import type { FastifyRequest } from 'fastify'

/** Meta's POSTs have at most 3 MB; WAHA sends media as addresses, so its events are smaller. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024

/**
 * The header that signs a POST, before any of its body is read.
 * @param form what every signature looks like
 * @throws HttpProblem 401 without one, 413 when the body is announced as too large
 */
export function signatureInHead(request: FastifyRequest, name: string, form: RegExp): string {
  const signature = request.headers[name]
  if (typeof signature !== 'string' || !form.test(signature))
    throw unsigned(`${name} is missing, or is no signature`)
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES)
    throw new HttpProblem(413, 'payload_too_large', 'the body is too large; send a smaller one')
  return signature
}

/** 401: nothing proves who sent it. */
export function unsigned(message: string): HttpProblem {
  return new HttpProblem(401, 'unauthorized', message)
}

/** 404: the address was given to nobody. */
export function noSuchHook(): HttpProblem {
  return new HttpProblem(404, 'not_found', 'nothing is posted here; look the address up again')
}
