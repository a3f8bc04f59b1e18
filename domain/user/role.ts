/** The roles of users, the one with most rights first. */
export const ROLES = ['owner', 'developer', 'viewer'] as const

/** `owner` may do everything; `developer` read and write, keys and numbers included; `viewer` read. */
export type Role = (typeof ROLES)[number]

/** What a caller may do in an account: a user has rights by the role, an API key by its scopes. No key has `owner`. */
export type Right = 'read' | 'write' | 'owner'

const RIGHTS: Readonly<Record<Role, readonly Right[]>> = {
  owner: ['read', 'write', 'owner'],
  developer: ['read', 'write'],
  viewer: ['read'],
}

/** The rights of a role: the API decides by them, and the dashboard shows what they allow. */
export function rightsOf(role: Role): readonly Right[] {
  return RIGHTS[role]
}
