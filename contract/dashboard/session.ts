import { PLANS } from '@recado/domain/account/plan'
import { z } from 'zod'
import { textOf, upTo } from '../bounds.ts'
import { Uuid } from '../ids.ts'
import { Email, Role, shownUser, UserId } from './user.ts'

/** A new password, in one Unicode form (NFKC). */
const NewPassword = z
  .string()
  .max(512)
  .transform((text) => text.normalize('NFKC'))
  .pipe(textOf(12, 128))
  .describe('The new password, 12 to 128 characters.')

/** A password that a caller gives to be checked. */
export const GivenPassword = upTo(512, z.string())
  .min(1)
  .describe('The present password of the user.')

export const SignedIn = z
  .object({
    user: z.object({ id: UserId, ...shownUser, role: Role }).describe('Who is signed in.'),
    account: z
      .object({
        id: Uuid.describe('The account, in addresses of hooks and in webhooks.'),
        name: z.string().describe('What the operator calls it.'),
        plan: z.enum(PLANS).describe('What may be used, and how many requests a minute.'),
      })
      .describe('Whose data the user sees.'),
    features: z
      .object({
        simulators: z
          .boolean()
          .describe('Whether WhatsApp is simulated, so that things can be tried.'),
      })
      .describe('What this installation offers.'),
  })
  .meta({ id: 'SignedIn', description: 'The user who is signed in, and the account.' })
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
