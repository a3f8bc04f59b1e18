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

export type Users = {
  /** Those who may sign in, and those who were invited. */
  readonly present: readonly User[]
  /** Ids of those who were removed and not erased. */
  readonly removed: readonly string[]
  readonly erased: readonly Erased[]
}

export type Erased = { readonly user_id: string; readonly erased_at: string }

/** The users of the dashboard. Stream: the account's id, because the rule of the last owner spans its users. */
export const user: Aggregate<Users, UserEvent> = {
  category: 'user',
  initialState: { present: [], removed: [], erased: [] },
  evolve(users, { type, data }) {
    switch (type) {
      case 'UserAdded':
        return { ...users, present: [...users.present, invitedUser(data)] }
      case 'UserSetupIssued':
        return changeUser(users, data.user_id, (one) => withLink(one, data))
      case 'UserPasswordSet':
        return changeUser(users, data.user_id, (one) => ({
          ...one,
          ...{ secret_ref: data.secret_ref, setup: null, invited_until: null },
        }))
      case 'UserRoleChanged':
        return changeUser(users, data.user_id, (one) => ({ ...one, role: data.role }))
      case 'UserRemoved': {
        const left = without(users, data.user_id)
        return { ...left, removed: [...left.removed, data.user_id] }
      }
      case 'UserErased': {
        const { user_id, erased_at } = data
        return { ...without(users, user_id), erased: [...users.erased, { user_id, erased_at }] }
      }
    }
  },
}

export function findUser({ present }: Users, id: string): User | undefined {
  return present.find(({ user_id }) => user_id === id)
}

/** Whether an owner who can sign in is left without this user. */
export function hasOtherOwner({ present }: Users, id: string): boolean {
  return present.some(
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

function changeUser(users: Users, id: string, change: (user: User) => User): Users {
  const present = users.present.map((one) => (one.user_id === id ? change(one) : one))
  return { ...users, present }
}

/** Neither present nor removed. */
function without({ present, removed, erased }: Users, id: string): Users {
  return {
    present: present.filter(({ user_id }) => user_id !== id),
    removed: removed.filter((one) => one !== id),
    erased,
  }
}
