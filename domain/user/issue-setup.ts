import { type Decide, refuse } from '../decision.ts'
import type { UserSetupIssued } from './events.ts'
import { findUser, type Users } from './user.ts'

export type IssueSetup = Omit<UserSetupIssued['data'], 'issued_at'> & { at: string }

/** Issues a link whose holder may set the user's password, and voids the link before; nothing for the same link. */
export const issueSetup: Decide<IssueSetup, Users, UserSetupIssued, 'user_not_found'> = (
  { at, ...setup },
  users,
) => {
  const user = findUser(users, setup.user_id)
  if (user === undefined) return refuse('user_not_found')
  if (user.setup?.sha256 === setup.sha256) return []
  return [{ type: 'UserSetupIssued', data: { ...setup, issued_at: at } }]
}
