import type { FieldClasses } from '../field-classes.ts'

/** A user has given the right password and works with the dashboard. Stream: the session's id. */
export type UserSignedIn = {
  type: 'UserSignedIn'
  data: {
    session_id: string
    user_id: string
    account_id: string
    /** As the browser names itself, cut short; empty when it does not. */
    user_agent: string
    signed_in_at: string
  }
}

export type UserSessionEvent = UserSignedIn

/** Which fields of each fact are personal or raw. */
export const USER_SESSION_FIELDS = {
  UserSignedIn: { user_agent: 'personal' },
} satisfies FieldClasses<UserSessionEvent>
