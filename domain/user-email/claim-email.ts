import { type Decide, refuse } from '../decision.ts'
import type { EmailClaimed, EmailReleased } from './events.ts'
import type { UserEmail } from './user-email.ts'

export type ClaimEmail = Omit<EmailClaimed['data'], 'claimed_at'> & {
  /** A holder who can never sign in, such as a removed user, whose claim an interrupted step has left. Null: none is known. */
  unproved: string | null
  at: string
}

/** Claims an address for a user who accepts an invitation. The first to accept has it. */
export const claimEmail: Decide<
  ClaimEmail,
  UserEmail,
  EmailClaimed | EmailReleased,
  'email_taken'
> = ({ at, unproved, ...claim }, holder) => {
  if (holder?.user_id === claim.user_id) return []
  const claimed = { type: 'EmailClaimed', data: { ...claim, claimed_at: at } } as const
  if (holder === null) return [claimed]
  if (holder.user_id !== unproved) return refuse('email_taken')
  return [{ type: 'EmailReleased', data: { ...holder, released_at: at } }, claimed]
}
