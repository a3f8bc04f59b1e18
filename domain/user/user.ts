import type { Aggregate } from '../decision.ts'
import type { UserAdded, UserEvent, UserSetupIssued } from './events.ts'
import type { Role } from './role.ts'

export type User = {
  readonly user_id: string
  readonly role: Role
  /** Where the vault keeps the hash of the password; null before the first. */
  readonly secret_ref: string | null
  /** The link that may set a password, until it was used. */
  readonly setup: { readonly sha256: string; readonly expires_at: string } | null
  readonly email: string
  /** When the invitation ends: with its link. Null once it was accepted. */
  readonly invited_until: string | null
}

export type Users = readonly User[]

/** The users of the dashboard. Stream: the account's id, because the rule of the last owner spans its users. */
export const user: Aggregate<Users, UserEvent> = {
  category: 'user',
  initialState: [],
  evolve(users, { type, data }) {
    switch (type) {
      case 'UserAdded':
        return [...users, invitedUser(data)]
      case 'UserSetupIssued':
        return users.map((one) => (one.user_id === data.user_id ? withLink(one, data) : one))
      case 'UserPasswordSet':
        return changeUser(users, data.user_id, {
          secret_ref: data.secret_ref,
          setup: null,
          invited_until: null,
        })
      case 'UserRoleChanged':
        return changeUser(users, data.user_id, { role: data.role })
      case 'UserRemoved':
        return users.filter(({ user_id }) => user_id !== data.user_id)
    }
  },
}

export function findUser(users: Users, id: string): User | undefined {
  return users.find(({ user_id }) => user_id === id)
}

/** Whether an owner who can sign in is left without this user. */
export function hasOtherOwner(users: Users, id: string): boolean {
  return users.some(
    ({ user_id, role, secret_ref }) => user_id !== id && role === 'owner' && secret_ref !== null,
  )
}

/** How long a link sets a password, and so how long an invitation waits for its first link. */
export const LINK_LIFETIME_MS = 72 * 60 * 60 * 1_000

/** Whether the user was invited and has not accepted while a link was valid. */
export function hasEnded({ invited_until }: User, at: string): boolean {
  return invited_until !== null && invited_until <= at
}

function invitedUser({ user_id, role, email, added_at }: UserAdded['data']): User {
  const invited_until = new Date(Date.parse(added_at) + LINK_LIFETIME_MS).toISOString()
  return { user_id, role, email, secret_ref: null, setup: null, invited_until }
}

function withLink(user: User, { sha256, expires_at }: UserSetupIssued['data']): User {
  const invited_until = user.secret_ref === null ? expires_at : null
  return { ...user, setup: { sha256, expires_at }, invited_until }
}

function changeUser(users: Users, id: string, changes: Partial<User>): Users {
  return users.map((one) => (one.user_id === id ? { ...one, ...changes } : one))
}
