import { type Decide, refuse } from '../decision.ts'
import type { EmailClaimed } from './events.ts'
import type { UserEmail } from './user-email.ts'

export type ClaimEmail = Omit<EmailClaimed['data'], 'claimed_at'> & { at: string }

/**
 * Claims an address. One that the account holds stays with its user, so that an interrupted invitation can be
 * completed.
 */
export const claimEmail: Decide<ClaimEmail, UserEmail, EmailClaimed, 'email_taken'> = (
  { at, ...claim },
  holder,
) => {
  if (holder === null) return [{ type: 'EmailClaimed', data: { ...claim, claimed_at: at } }]
  return holder.account_id === claim.account_id ? [] : refuse('email_taken')
}
