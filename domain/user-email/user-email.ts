import type { Aggregate } from '../decision.ts'
import type { UserEmailEvent } from './events.ts'

/** The holder of the address; null while it is free. */
export type UserEmail = { readonly account_id: string; readonly user_id: string } | null

/** One address of the whole installation. Stream: uuid of the address in lower case. */
export const userEmail: Aggregate<UserEmail, UserEmailEvent> = {
  category: 'userEmail',
  initialState: null,
  evolve(_, { type, data: { account_id, user_id } }) {
    return type === 'EmailReleased' ? null : { account_id, user_id }
  },
}
