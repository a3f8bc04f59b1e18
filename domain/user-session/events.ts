import type { FieldClasses } from '../field-classes.ts'

/** A user signed in to the dashboard with the right password. Stream: the session's id. */
export type UserSignedIn = {
  type: 'UserSignedIn'
  data: {
    session_id: string
    user_id: string
    account_id: string
    /** As the browser names itself, shortened; empty when it does not. */
    user_agent: string
    signed_in_at: string
  }
}

export type UserSessionEvent = UserSignedIn

export const USER_SESSION_FIELDS = {
  UserSignedIn: { user_agent: 'personal' },
} satisfies FieldClasses<UserSessionEvent>
