import { randomBytes } from 'node:crypto'
import type { Json } from './json.ts'

export type GraphError = { status: number; body: Json }

/** HTTP status and title of the codes Meta documents for the Cloud API; others answer 400. */
const DOCUMENTED_ERRORS: Record<number, readonly [status: number, title: string]> = {
  0: [401, 'AuthException'],
  1: [400, 'API Unknown'],
  2: [503, 'API Service'],
  3: [500, 'API Method'],
  4: [400, 'API Too Many Calls'],
  10: [403, 'Permission Denied'],
  33: [400, 'Parameter value is not valid'],
  100: [400, 'Invalid parameter'],
  190: [401, 'Access token has expired'],
  368: [403, 'Temporarily blocked for policies violations'],
  80007: [400, 'Rate limit issues'],
  130429: [400, 'Rate limit hit'],
  130472: [400, "User's number is part of an experiment"],
  130497: [403, 'Business account is restricted from messaging users in this country'],
  131000: [500, 'Something went wrong'],
  131005: [403, 'Access denied'],
  131008: [400, 'Required parameter is missing'],
  131009: [400, 'Parameter value is not valid'],
  131016: [500, 'Service unavailable'],
  131021: [400, 'Recipient cannot be sender'],
  131026: [400, 'Message undeliverable'],
  131030: [400, 'Recipient phone number not in allowed list'],
  131031: [403, 'Account has been locked'],
  131042: [400, 'Business eligibility payment issue'],
  131045: [500, 'Message failed to send because of a certificate error'],
  131047: [400, 'Re-engagement message'],
  131048: [400, 'Spam rate limit hit'],
  131049: [400, 'Meta chose not to deliver'],
  131050: [400, 'User stopped marketing messages'],
  131051: [400, 'Unsupported message type'],
  131052: [400, 'Media download error'],
  131053: [400, 'Media upload error'],
  131056: [400, '(Business account, consumer account) pair rate limit hit'],
  131057: [503, 'Account in maintenance mode'],
  131062: [400, 'Business-scoped user ID recipients not supported for this message'],
  132000: [400, 'Template parameter count mismatch'],
  132001: [404, 'Template does not exist'],
  132015: [400, 'Template is paused'],
  132016: [400, 'Template is disabled'],
  133004: [503, 'Server temporarily unavailable'],
  133010: [400, 'Phone number not registered'],
  135000: [400, 'Generic user error'],
  137000: [400, 'Recipient identity key hash mismatch'],
}

export function titleOf(code: number): string {
  return DOCUMENTED_ERRORS[code]?.[1] ?? 'Unknown error'
}

/** An error as the Cloud API answers it: decide on `code`, show `error_data.details`. */
export function graphError(code: number, details: string, status?: number): GraphError {
  const error = {
    message: `(#${code}) ${titleOf(code)}`,
    type: 'OAuthException',
    code,
    error_data: { messaging_product: 'whatsapp', details },
    fbtrace_id: traceId(),
  }
  return { status: status ?? DOCUMENTED_ERRORS[code]?.[0] ?? 400, body: { error } }
}

/** The Graph API's answer to an object that does not exist or that the caller may not see. */
export function unknownObject(id: string): GraphError {
  const error = {
    message: `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    type: 'GraphMethodException',
    code: 100,
    error_subcode: 33,
    fbtrace_id: traceId(),
  }
  return { status: 400, body: { error } }
}

function traceId(): string {
  return `A${randomBytes(16).toString('base64url')}`
}
