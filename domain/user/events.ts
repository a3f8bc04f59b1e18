import type { FieldClasses } from '../field-classes.ts'
import type { Role } from './role.ts'

/** A user was added to the dashboard of the account, and can sign in once a password is set. */
export type UserAdded = {
  type: 'UserAdded'
  data: {
    user_id: string
    account_id: string
    /** In lower case. Other accounts may invite it too; only one user of the whole installation signs in with it. */
    email: string
    name: string
    role: Role
    added_at: string
  }
}

/** A link was issued that lets its holder set the user's password once. Earlier links are void. */
export type UserSetupIssued = {
  type: 'UserSetupIssued'
  data: {
    user_id: string
    account_id: string
    /** Of the link's token, lower-case hex. */
    sha256: string
    expires_at: string
    issued_at: string
  }
}

/** The user's password was set. Sessions that began with an earlier password have ended. */
export type UserPasswordSet = {
  type: 'UserPasswordSet'
  data: {
    user_id: string
    account_id: string
    /** Where the vault keeps the hash. */
    secret_ref: string
    set_at: string
  }
}

/** The user's role changed; it applies at once, also in open sessions. */
export type UserRoleChanged = {
  type: 'UserRoleChanged'
  data: { user_id: string; account_id: string; role: Role; changed_at: string }
}

/**
 * The user was removed and is signed out everywhere at once, or let the invitation end. The e-mail address may be used for
 * another user.
 */
export type UserRemoved = {
  type: 'UserRemoved'
  data: { user_id: string; account_id: string; removed_at: string }
}

/**
 * The user was erased: nobody can sign in as it, and what the log and the tables hold of it goes, for good. What the user
 * did keeps the id. A user may be erased after it was removed.
 */
export type UserErased = {
  type: 'UserErased'
  data: { user_id: string; account_id: string; erased_at: string }
}

export type UserEvent =
  | UserAdded
  | UserSetupIssued
  | UserPasswordSet
  | UserRoleChanged
  | UserRemoved
  | UserErased

export const USER_FIELDS = {
  UserAdded: { email: 'personal', name: 'personal' },
  UserSetupIssued: {},
  UserPasswordSet: {},
  UserRoleChanged: {},
  UserRemoved: {},
  UserErased: {},
} satisfies FieldClasses<UserEvent>
