import { createHash, timingSafeEqual } from 'node:crypto'
import type { AccountEntry, ApiKeyEntry } from '../registry-entries.ts'
import type { Caller } from './api-route.ts'
import { HttpProblem } from './http-problem.ts'

export type KeyRegistry = {
  account(id: string): AccountEntry | undefined
  /** The working key with this SHA-256 (lower-case hex). */
  apiKey(sha256: string): ApiKeyEntry | undefined
}

/** The caller of a key. Keys have 192 random bits, so no slow hash is needed to find them. @throws HttpProblem 401 */
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

/** Accepts the operator's token; null means that none is configured. @throws HttpProblem 401 */
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
