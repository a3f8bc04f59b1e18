import { type HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import type { NewNumber } from '@recado/infra/providers/registration'

/** WAHA allows names of up to 54 characters; the account's prefix takes 13 of them. */
const SESSION_NAME = /^[A-Za-z0-9_-]{1,40}$/

/**
 * Prefixes the name of a session with the account's id, so that an account cannot name a session of another one: all
 * accounts share a gateway. A number without a session stays unchanged.
 */
export function accountSession(requested: NewNumber, accountId: string): NewNumber | HttpProblem {
  if (requested.session === null) return requested
  if (requested.gateway_id !== undefined)
    return invalidInput('gateway_id is chosen by the operator; leave it out')
  if (!SESSION_NAME.test(requested.session))
    return invalidInput('session must have 1 to 40 letters, digits, hyphens or underscores')
  const session = `${accountId.replaceAll('-', '').slice(0, 12)}_${requested.session}`
  return { ...requested, session, name: session }
}
