import { type Decide, refuse } from '../decision.ts'
import type { UserRemoved } from './events.ts'
import { findUser, hasOtherOwner, type Users } from './user.ts'

export type RemoveUser = Omit<UserRemoved['data'], 'removed_at'> & { at: string }

/** Removes a user; the last owner who can sign in stays. */
export const removeUser: Decide<RemoveUser, Users, UserRemoved, 'user_not_found' | 'last_owner'> = (
  { at, ...removed },
  users,
) => {
  const user = findUser(users, removed.user_id)
  if (user === undefined) return refuse('user_not_found')
  if (user.role === 'owner' && !hasOtherOwner(users, user.user_id)) return refuse('last_owner')
  return [{ type: 'UserRemoved', data: { ...removed, removed_at: at } }]
}
