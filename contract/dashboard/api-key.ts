import { z } from 'zod'
import { CreatedAt, Timestamp, Uuid } from '../ids.ts'
import { Name } from '../kinds.ts'
import { GivenPassword } from './session.ts'

const NAMED = 'What it is for, in words of the account.'

export const ApiKeyId = Uuid.describe('A key, as in GET /api-keys.')

const KeyText = z.string().describe('The text of the key; shown again only with the password.')

const ALLOWS = 'read: every GET. write: every call that changes something.'

const Scopes = z
  .array(z.enum(['read', 'write']))
  .min(1)
  .transform((scopes) => [...new Set(scopes)])
  .describe(ALLOWS)

const shown = {
  id: ApiKeyId,
  name: z.string().describe(NAMED),
  scopes: z.array(z.enum(['read', 'write'])).describe(ALLOWS),
  last_four: z.string().describe('The end of its text, to tell keys apart.'),
  created_at: CreatedAt,
}

const IssuedBy = z.object({
  type: z.enum(['user', 'operator']).describe('A user of the dashboard, or the operator.'),
  id: z.string().describe('Of the user; `operator` for the operator.'),
  name: z.string().nullable().describe('Name of the user, kept after a removal.'),
  removed: z
    .boolean()
    .describe('Whether the user was removed. The key works on until it is revoked.'),
})

export const ApiKey = z
  .object({
    ...shown,
    created_by: IssuedBy.describe('Who made it.'),
    last_used_at: Timestamp.nullable().describe('To the minute; null before its first call.'),
    revoked_at: Timestamp.nullable().describe('When it was revoked; null while it works.'),
  })
  .meta({ id: 'ApiKey', description: 'An API key of the account, without its text.' })
export type ApiKey = z.infer<typeof ApiKey>

/** Body of POST /api-keys. */
export const NewApiKey = z.object({ name: Name.describe(NAMED), scopes: Scopes })

export const IssuedApiKey = z
  .object({ ...shown, key: KeyText })
  .describe('The new key, with its text.')
export type IssuedApiKey = z.infer<typeof IssuedApiKey>

/** Body of POST /api-keys/{id}/reveal. */
export const Reveal = z.object({ password: GivenPassword })

/** The text of a key, to a user who has given the password. */
export const RevealedApiKey = z
  .object({ id: ApiKeyId, key: KeyText })
  .describe('The key, with its text.')
export type RevealedApiKey = z.infer<typeof RevealedApiKey>

export const RevokedApiKey = z
  .object({
    id: ApiKeyId,
    revoked: z.literal(true).describe('Always true: it is refused from now on.'),
  })
  .describe('The key that no longer works.')
