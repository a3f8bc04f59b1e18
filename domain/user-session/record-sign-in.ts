import type { Decide } from '../decision.ts'
import type { UserSignedIn } from './events.ts'
import type { UserSession } from './user-session.ts'

export type RecordSignIn = Omit<UserSignedIn['data'], 'signed_in_at'> & { at: string }

export const recordSignIn: Decide<RecordSignIn, UserSession, UserSignedIn> = (
  { at, ...session },
  state,
) => (state === null ? [{ type: 'UserSignedIn', data: { ...session, signed_in_at: at } }] : [])
