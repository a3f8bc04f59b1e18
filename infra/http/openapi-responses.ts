import type { RouteDocument } from './api-route.ts'
import type { Json } from './json-schema.ts'

type ErrorDocument = {
  readonly description: string
  readonly code: string
  readonly message: string
  readonly extra?: object
}

const ERRORS: Readonly<Record<number, ErrorDocument>> = {
  400: {
    description: 'Broken JSON (`invalid_body`) or a malformed query (`query_error`).',
    code: 'query_error',
    message: 'limit must be a whole number',
  },
  401: {
    description: 'The key is missing, invalid or revoked.',
    code: 'unauthorized',
    message: 'the API key is unknown or revoked',
  },
  403: {
    description:
      'The key lacks the scope (`forbidden`), or the plan is too low (`upgrade_required`).',
    code: 'forbidden',
    message: 'this needs a key with the scope write',
  },
  404: {
    description: 'Not in this account.',
    code: 'not_found',
    message: 'not found in this account; check the id',
  },
  409: {
    description:
      'The number fits several connections (`ambiguous_connection`, with candidates), or the first request with this Idempotency-Key still runs (`idempotency_in_progress`).',
    code: 'ambiguous_connection',
    message: 'several connections have this number: send the uuid of one of the candidates',
    extra: { candidates: [candidate(1), candidate(2)] },
  },
  413: {
    description: 'The body is too large.',
    code: 'payload_too_large',
    message: 'the body is too large; send a smaller one',
  },
  415: {
    description: 'The body is of another type than the route takes.',
    code: 'unsupported_media_type',
    message: 'send the body as JSON with the header "Content-Type: application/json"',
  },
  422: {
    description:
      'A field is missing or breaks its rule (`validation`), or the type is outside the set of the route (`invalid_type`).',
    code: 'validation',
    message: 'name is required',
  },
  429: {
    description: 'The limit of requests per minute is used up; wait for Retry-After.',
    code: 'rate_limited',
    message: 'the limit of 120 requests per minute of this key is used up; wait 21 s',
  },
  500: {
    description: 'An internal error of Recado.',
    code: 'internal_error',
    message: 'an internal error; try again, and name the x-request-id if you report it',
  },
  502: {
    description: 'The provider failed or gave an unusable answer.',
    code: 'provider_error',
    message: 'the provider did not answer',
  },
  503: {
    description: 'A part that the answer needs is unavailable; try again after Retry-After.',
    code: 'unavailable',
    message: 'the event log is not available; try again',
  },
}

function candidate(place: number) {
  return {
    id: `9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c0${place}`,
    type: 'official',
    status: 'connected',
    phone_number: '+55 11 91234-5678',
    phone_number_digits: '5511912345678',
  }
}

const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }

export function errorResponses(): Json {
  const entries = Object.entries(ERRORS).map(([status, { description, code, message, extra }]) => {
    const content = {
      'application/json': {
        schema: { $ref: '#/components/schemas/Problem' },
        example: { error: { code, message, ...extra } },
      },
    }
    const waits = status === '429' || status === '503'
    return [`Error${status}`, { description, ...(waits ? { headers: RETRY_AFTER } : {}), content }]
  })
  return Object.fromEntries(entries)
}

export function errorReferences(route: RouteDocument): Json {
  const statuses = new Set([...commonErrors(route), ...route.problems])
  const sorted = [...statuses].sort((a, b) => a - b)
  return Object.fromEntries(
    sorted.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
  )
}

function commonErrors({ access, url, body, bodyType }: RouteDocument): readonly number[] {
  if (access === 'anyone') return [400]
  const takesBody = body !== null || bodyType !== undefined
  return [
    ...[400, 401, 403, 429, 500, 503],
    ...(takesBody ? [413, 415, 422] : []),
    ...(url.includes('/:') ? [404] : []),
  ]
}
