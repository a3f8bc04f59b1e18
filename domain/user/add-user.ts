import { type Decide, refuse } from '../decision.ts'
import type { UserAdded } from './events.ts'
import { findUser, type Users } from './user.ts'

/** The most users of an account. No account needs more, and every process holds all of them in memory. */
export const MOST_USERS = 200

export type AddUser = Omit<UserAdded['data'], 'added_at'> & { at: string }

export const addUser: Decide<AddUser, Users, UserAdded, 'too_many_users'> = (
  { at, ...user },
  users,
) => {
  if (findUser(users, user.user_id) !== undefined) return []
  if (users.length >= MOST_USERS) return refuse('too_many_users')
  return [{ type: 'UserAdded', data: { ...user, added_at: at } }]
}
