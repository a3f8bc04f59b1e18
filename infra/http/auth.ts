import { createHash, timingSafeEqual } from 'node:crypto'
import type { AccountEntry, ApiKeyEntry } from '../registry-entries.ts'
import type { Caller } from './api-route.ts'
import { HttpProblem } from './http-problem.ts'

/** Where keys and their accounts are looked up. */
export type KeyRegistry = {
  account(id: string): AccountEntry | undefined
  /** The working key with this SHA-256 (lower-case hex). */
  apiKey(sha256: string): ApiKeyEntry | undefined
}

/**
 * Who holds the key of an `Authorization` header. Keys carry 192 random bits and are found by their SHA-256, so
 * neither a slow hash nor a comparison of secrets is needed.
 * @throws HttpProblem 401
 */
export function authenticate(registry: KeyRegistry, header: string | undefined): Caller {
  const key = registry.apiKey(sha256(bearer(header)).toString('hex'))
  const account = key && registry.account(key.account_id)
  if (!key || !account) throw unauthorized('the API key is unknown or revoked')
  return {
    account,
    actor: { type: 'api_key', id: key.id },
    scopes: key.scopes,
    limitKey: key.id,
    isAllowed: () => registry.apiKey(key.sha256)?.id === key.id,
    signedIn: null,
  }
}

/**
 * Lets the operator's token pass.
 * @param token null when none is configured: nobody is the operator then
 * @throws HttpProblem 401
 */
export function authenticateOperator(token: string | null, header: string | undefined): void {
  const given = sha256(bearer(header))
  if (token === null || !timingSafeEqual(given, sha256(token))) {
    throw unauthorized('the operator token is wrong, or none is set in OPERATOR_TOKEN')
  }
}

function bearer(header: string | undefined): string {
  const [, token] = /^Bearer +(\S+) *$/i.exec(header ?? '') ?? []
  if (token === undefined) {
    throw unauthorized('send your key in the header "Authorization: Bearer <API_KEY>"')
  }
  return token
}

function unauthorized(message: string): HttpProblem {
  return new HttpProblem(401, 'unauthorized', message, {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
