import type { Decide } from '../decision.ts'
import type { UserSignedIn } from './events.ts'
import type { UserSession } from './user-session.ts'

export type NoteSignIn = Omit<UserSignedIn['data'], 'signed_in_at'> & { at: string }

export const noteSignIn: Decide<NoteSignIn, UserSession, UserSignedIn> = (
  { at, ...session },
  state,
) => (state === null ? [{ type: 'UserSignedIn', data: { ...session, signed_in_at: at } }] : [])
