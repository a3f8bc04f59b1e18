import { type Decide, refuse } from '../decision.ts'
import type { UserRoleChanged } from './events.ts'
import { findUser, hasOtherOwner, type Users } from './user.ts'

export type ChangeRole = Omit<UserRoleChanged['data'], 'changed_at'> & { at: string }

/** Gives a user another role; the last owner who can sign in stays an owner. */
export const changeRole: Decide<
  ChangeRole,
  Users,
  UserRoleChanged,
  'user_not_found' | 'last_owner'
> = ({ at, ...change }, users) => {
  const user = findUser(users, change.user_id)
  if (user === undefined) return refuse('user_not_found')
  if (user.role === change.role) return []
  if (user.role === 'owner' && !hasOtherOwner(users, user.user_id)) return refuse('last_owner')
  return [{ type: 'UserRoleChanged', data: { ...change, changed_at: at } }]
}
