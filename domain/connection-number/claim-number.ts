import { type Decide, refuse } from '../decision.ts'
import type { ConnectionNumber } from './connection-number.ts'
import type { NumberClaimed } from './events.ts'

export type ClaimNumber = Omit<NumberClaimed['data'], 'claimed_at'> & { at: string }

/**
 * Claims a provider's number. One that the account holds stays with its connection, so that an interrupted registration
 * can be completed.
 */
export const claimNumber: Decide<ClaimNumber, ConnectionNumber, NumberClaimed, 'number_taken'> = (
  { at, ...claim },
  holder,
) => {
  if (holder === null) return [{ type: 'NumberClaimed', data: { ...claim, claimed_at: at } }]
  return holder.account_id === claim.account_id ? [] : refuse('number_taken')
}
