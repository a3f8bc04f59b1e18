import { type Decide, refuse } from '../decision.ts'
import type { ConnectionNumber } from './connection-number.ts'
import type { NumberClaimed } from './events.ts'

export type ClaimNumber = Omit<NumberClaimed['data'], 'claimed_at'> & { at: string }

/**
 * Claims a number for a connection. One that the account holds already stays with the connection it was
 * claimed for, so a registration that stopped half-way is completed and not locked out by its own claim.
 */
export const claimNumber: Decide<ClaimNumber, ConnectionNumber, NumberClaimed, 'number_taken'> = (
  { at, ...claim },
  holder,
) => {
  if (holder === null) return [{ type: 'NumberClaimed', data: { ...claim, claimed_at: at } }]
  return holder.account_id === claim.account_id ? [] : refuse('number_taken')
}
