import { ROLES } from '@recado/domain/user/role'
import { z } from 'zod'
import { upTo } from '../bounds.ts'
import { CreatedAt, Timestamp, Uuid } from '../ids.ts'
import { Name } from '../kinds.ts'

export const Role = z
  .enum(ROLES)
  .describe('owner: everything. developer: read and write, keys included. viewer: read.')

export const UserId = Uuid.describe('A user, as in GET /users.')

const MAIL = 'The address with which the user signs in.'
const NAMED = 'How the dashboard calls the user.'

/** How a user is shown. */
export const shownUser = {
  email: z.string().describe(MAIL),
  name: z.string().describe(NAMED),
} as const

/** An e-mail address, converted to lower case. */
export const Email = upTo(254, z.string().trim().toLowerCase())
  .refine((text) => /^[^\s@]+@[^\s@]+$/.test(text), 'must be an e-mail address')
  .describe(MAIL)

export const User = z
  .object({
    id: UserId,
    ...shownUser,
    role: Role,
    state: z.enum(['invited', 'active']).describe('Invited: no password is set yet.'),
    added_at: CreatedAt,
    last_signed_in_at: Timestamp.nullable().describe('Null before the first time.'),
  })
  .meta({ id: 'User', description: 'A person who may sign in to the dashboard.' })
export type User = z.infer<typeof User>

/** Body of POST /users. */
export const NewUser = z.object({ email: Email, name: Name.describe(NAMED), role: Role })

/** Body of PATCH /users/{id}. */
export const UserChange = z.object({ role: Role })

export const Setup = z
  .object({
    id: UserId,
    setup_url: z.string().describe('Shown only here; its holder may set the password.'),
    expires_at: Timestamp.describe('When the link stops working.'),
  })
  .describe('A link with which a user sets a password, once.')
export type Setup = z.infer<typeof Setup>

export const Invited = z
  .object({ ...Setup.shape, ...shownUser, role: Role })
  .describe('A user who was just added, and the link.')

export const ChangedRole = z.object({ id: UserId, role: Role }).describe('The user, as changed.')

export const ErasedUser = z
  .object({ id: UserId, erased_at: Timestamp.describe('When the erasure began.') })
  .describe('A user of whom nothing but the id is left, within seconds.')
