import type { Aggregate } from '../decision.ts'
import type { UserSessionEvent } from './events.ts'

export type UserSession = { readonly user_id: string } | null

/** One session of a user. Stream: its id, so that no sign-in waits for another. */
export const userSession: Aggregate<UserSession, UserSessionEvent> = {
  category: 'userSession',
  initialState: null,
  evolve: (_, { data: { user_id } }) => ({ user_id }),
}
