import { type Decide, refuse } from '../decision.ts'
import type { UserErased } from './events.ts'
import { findUser, hasOtherOwner, type Users } from './user.ts'

export type EraseUser = Omit<UserErased['data'], 'erased_at'> & { at: string }

/** Erases a user, removed or not; the last owner who can sign in is erased with the account only. */
export const eraseUser: Decide<EraseUser, Users, UserErased, 'user_not_found' | 'last_owner'> = (
  command,
  users,
) => {
  const { user_id } = command
  if (findUser(users, user_id)?.role === 'owner' && !hasOtherOwner(users, user_id))
    return refuse('last_owner')
  const isErased = users.erased.some((one) => one.user_id === user_id)
  return isErased || isKnown(users, user_id)
    ? eraseKnownUser(command, users)
    : refuse('user_not_found')
}

/** Erases a user again whom a restored log knows as it was before, whoever is left. */
export const eraseKnownUser: Decide<EraseUser, Users, UserErased> = (
  { at: erased_at, ...user },
  users,
) => (isKnown(users, user.user_id) ? [{ type: 'UserErased', data: { ...user, erased_at } }] : [])

function isKnown(users: Users, id: string): boolean {
  return findUser(users, id) !== undefined || users.removed.includes(id)
}
