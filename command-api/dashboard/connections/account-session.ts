import { type HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import type { NewNumber } from '@recado/infra/providers/registration'

/** WAHA takes names of up to 54 characters; ours are in front of them. */
const NAME = /^[A-Za-z0-9_-]{1,40}$/

/**
 * The same number with a session of the account's own: all accounts share a gateway, and a session that was named by one
 * could be another's, or somebody's who is not here at all. What has no session stays as it is.
 */
export function accountSession(asked: NewNumber, accountId: string): NewNumber | HttpProblem {
  if (asked.session === null) return asked
  if (!NAME.test(asked.session))
    return invalidInput('session must have 1 to 40 letters, digits, hyphens or underscores')
  const session = `${accountId.replaceAll('-', '').slice(0, 12)}_${asked.session}`
  return { ...asked, session, name: session }
}
