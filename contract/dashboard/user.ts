import { z } from 'zod'
import { upTo } from '../bounds.ts'
import { Timestamp, Uuid } from '../ids.ts'
import { Name } from '../kinds.ts'

/** What a user may do: everything; read and write, keys included; or read. */
export const Role = z.enum(['owner', 'developer', 'viewer'])

/** An e-mail address, converted to lower case. */
export const Email = upTo(254, z.string().trim().toLowerCase()).refine(
  (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  'must be an e-mail address',
)

export const User = z
  .object({
    id: Uuid,
    email: z.string(),
    name: z.string(),
    role: Role,
    state: z.enum(['invited', 'active']).describe('Invited: no password is set yet.'),
    added_at: Timestamp,
    last_signed_in_at: Timestamp.nullable(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

/** Body of POST /users. */
export const NewUser = z.object({ email: Email, name: Name, role: Role })

/** Body of PATCH /users/{id}. */
export const UserChange = z.object({ role: Role })

/** A link with which a user sets a password, once. */
export const Setup = z.object({
  id: Uuid,
  setup_url: z.string().describe('Shown only here; its holder may set the password.'),
  expires_at: Timestamp,
})

/** A user who was just added, and the link. */
export const Invited = z.object({
  ...Setup.shape,
  email: z.string(),
  name: z.string(),
  role: Role,
})
