import type { Aggregate } from '../decision.ts'
import type { Role, UserEvent } from './events.ts'

export type User = {
  readonly user_id: string
  readonly role: Role
  /** Where the vault keeps the hash of the password; null before the first. */
  readonly secret_ref: string | null
  /** The link that may set a password, until it was used. */
  readonly setup: { readonly sha256: string; readonly expires_at: string } | null
}

export type Users = readonly User[]

/** The users of the dashboard. Stream: the account's id, because the rule of the last owner spans its users. */
export const user: Aggregate<Users, UserEvent> = {
  category: 'user',
  initialState: [],
  evolve(users, { type, data }) {
    switch (type) {
      case 'UserAdded':
        return [...users, { ...added(data), secret_ref: null, setup: null }]
      case 'UserSetupIssued':
        return changed(users, data.user_id, { setup: issued(data) })
      case 'UserPasswordSet':
        return changed(users, data.user_id, { secret_ref: data.secret_ref, setup: null })
      case 'UserRoleChanged':
        return changed(users, data.user_id, { role: data.role })
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

function added({ user_id, role }: Pick<User, 'user_id' | 'role'>) {
  return { user_id, role }
}

function issued({ sha256, expires_at }: { sha256: string; expires_at: string }) {
  return { sha256, expires_at }
}

function changed(users: Users, id: string, changes: Partial<User>): Users {
  return users.map((one) => (one.user_id === id ? { ...one, ...changes } : one))
}
