import { bodyTooLarge, HttpProblem } from '@recado/infra/http/http-problem'
import type { FastifyRequest } from 'fastify'

/** Meta's POSTs have at most 3 MB. WAHA sends URLs in place of media, so its events are smaller. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024

/**
 * The signature header of a POST, checked before the body is read.
 * @param form the form of every signature
 * @throws HttpProblem 401 without one, 413 when content-length is too large
 */
export function requireSignatureHeader(
  request: FastifyRequest,
  name: string,
  form: RegExp,
): string {
  const signature = request.headers[name]
  if (typeof signature !== 'string' || !form.test(signature))
    throw invalidSignature(`${name} is missing or is not a signature`)
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw bodyTooLarge()
  return signature
}

/** 401 for a post without a valid signature. */
export function invalidSignature(message: string): HttpProblem {
  return new HttpProblem(401, 'unauthorized', message)
}

/** 404 for an address that belongs to no app. */
export function noSuchHook(): HttpProblem {
  return new HttpProblem(404, 'not_found', 'no app posts to this address; check the hook URL')
}
