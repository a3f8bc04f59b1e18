import { z } from 'zod'
import { Timestamp, Uuid } from '../ids.ts'
import { Name } from '../kinds.ts'
import { GivenPassword } from './session.ts'

const Scopes = z
  .array(z.enum(['read', 'write']))
  .min(1)
  .transform((scopes) => [...new Set(scopes)])

const Scope = z.enum(['read', 'write'])

const IssuedBy = z.object({
  type: z.enum(['user', 'operator']),
  id: z.string(),
  name: z.string().nullable().describe('Name of the user, kept after a removal.'),
  removed: z
    .boolean()
    .describe('Whether the user was removed. The key works on until it is revoked.'),
})

/** An API key of the account, without its text. */
export const ApiKey = z
  .object({
    id: Uuid,
    name: z.string(),
    scopes: z.array(Scope),
    last_four: z.string(),
    created_at: Timestamp,
    created_by: IssuedBy,
    last_used_at: Timestamp.nullable().describe('To the minute.'),
    revoked_at: Timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof ApiKey>

/** Body of POST /api-keys. */
export const NewApiKey = z.object({ name: Name, scopes: Scopes })

export const IssuedApiKey = z.object({
  id: Uuid,
  name: z.string(),
  scopes: z.array(Scope),
  key: z.string().describe('The text of the key; shown again only with the password.'),
  last_four: z.string(),
  created_at: Timestamp,
})

/** Body of POST /api-keys/{id}/reveal. */
export const Reveal = z.object({ password: GivenPassword })
