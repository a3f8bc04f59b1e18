import type { FieldClasses } from '../field-classes.ts'

/** What a user of the dashboard may do: everything; read and write, keys and numbers included; or read. */
export type Role = 'owner' | 'developer' | 'viewer'

/** A person may come to the dashboard of the account, once a password is set. */
export type UserAdded = {
  type: 'UserAdded'
  data: {
    user_id: string
    account_id: string
    /** In lower case; it names one user of the whole installation. */
    email: string
    name: string
    role: Role
    added_at: string
  }
}

/** Whoever holds this link may set the user's password once. An earlier link is void. */
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

/** The user signs in with this password from now on; sessions that rest on an earlier one have ended. */
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

/** The user may do more or less from now on, also in sessions that are open. */
export type UserRoleChanged = {
  type: 'UserRoleChanged'
  data: { user_id: string; account_id: string; role: Role; changed_at: string }
}

/** The user is out, at once and everywhere. The address may be used for another one. */
export type UserRemoved = {
  type: 'UserRemoved'
  data: { user_id: string; account_id: string; removed_at: string }
}

export type UserEvent =
  | UserAdded
  | UserSetupIssued
  | UserPasswordSet
  | UserRoleChanged
  | UserRemoved

/** Which fields of each fact are personal or raw. */
export const USER_FIELDS = {
  UserAdded: { email: 'personal', name: 'personal' },
  UserSetupIssued: {},
  UserPasswordSet: {},
  UserRoleChanged: {},
  UserRemoved: {},
} satisfies FieldClasses<UserEvent>
