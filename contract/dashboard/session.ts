import { z } from 'zod'
import { textOf, upTo } from '../bounds.ts'
import { Uuid } from '../ids.ts'
import { Email, Role } from './user.ts'

/** A new password, in one Unicode form (NFKC). */
const NewPassword = z
  .string()
  .max(512)
  .transform((text) => text.normalize('NFKC'))
  .pipe(textOf(12, 128))

/** A password that a caller gives to be checked. */
export const GivenPassword = upTo(512, z.string()).min(1)

/** The user who is signed in, and the account. */
export const SignedIn = z
  .object({
    user: z.object({ id: Uuid, name: z.string(), email: z.string(), role: Role }),
    account: z.object({
      id: Uuid,
      name: z.string(),
      plan: z.enum(['basic', 'official', 'agency']),
    }),
    features: z.object({
      simulators: z
        .boolean()
        .describe('Whether WhatsApp is simulated, so that things can be tried.'),
    }),
  })
  .meta({ id: 'SignedIn' })
export type SignedIn = z.infer<typeof SignedIn>

/** Body of POST /session. */
export const SignIn = z.object({ email: Email, password: GivenPassword })

/** Body of POST /setup. */
export const SetUp = z.object({
  token: z.string().min(1).max(100).describe('The part of the link after the #.'),
  password: NewPassword,
})

/** Body of PUT /password. */
export const PasswordChange = z.object({ current: GivenPassword, password: NewPassword })
