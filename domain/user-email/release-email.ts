import type { Decide } from '../decision.ts'
import type { EmailReleased } from './events.ts'
import type { UserEmail } from './user-email.ts'

export type ReleaseEmail = Omit<EmailReleased['data'], 'released_at'> & { at: string }

/** Releases the address, unless it names another user by now. */
export const releaseEmail: Decide<ReleaseEmail, UserEmail, EmailReleased> = (
  { at, ...claim },
  holder,
) =>
  holder?.user_id === claim.user_id
    ? [{ type: 'EmailReleased', data: { ...claim, released_at: at } }]
    : []
