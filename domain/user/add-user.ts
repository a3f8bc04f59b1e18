import { type Decide, refuse } from '../decision.ts'
import type { UserAdded, UserRemoved } from './events.ts'
import { findUser, hasEnded, type Users } from './user.ts'

/** The most users of an account. No account needs more, and every process holds all of them in memory. */
export const MAX_USERS = 200

export type AddUser = Omit<UserAdded['data'], 'added_at'> & { at: string }

/** Adds a user, and removes those who let their invitation end: they take up no room, and their address is free. */
export const addUser: Decide<
  AddUser,
  Users,
  UserAdded | UserRemoved,
  'too_many_users' | 'email_invited'
> = ({ at, ...user }, users) => {
  if (findUser(users, user.user_id) !== undefined) return []
  const ended = users.present.filter((one) => hasEnded(one, at))
  const present = users.present.filter((one) => !hasEnded(one, at))
  if (present.some(({ email }) => email === user.email)) return refuse('email_invited')
  if (present.length >= MAX_USERS) return refuse('too_many_users')
  return [
    ...ended.map(({ user_id }) => removedFact({ user_id, account_id: user.account_id }, at)),
    { type: 'UserAdded', data: { ...user, added_at: at } },
  ]
}

function removedFact(
  user: { readonly user_id: string; readonly account_id: string },
  removed_at: string,
): UserRemoved {
  return { type: 'UserRemoved', data: { ...user, removed_at } }
}
