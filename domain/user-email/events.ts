import type { FieldClasses } from '../field-classes.ts'

/** The address names this user, and no other of any account. Stream: uuid of the address in lower case. */
export type EmailClaimed = {
  type: 'EmailClaimed'
  data: { account_id: string; user_id: string; claimed_at: string }
}

/** The address may name another user. */
export type EmailReleased = {
  type: 'EmailReleased'
  data: { account_id: string; user_id: string; released_at: string }
}

export type UserEmailEvent = EmailClaimed | EmailReleased

/** Which fields of each fact are personal or raw. */
export const USER_EMAIL_FIELDS = {
  EmailClaimed: {},
  EmailReleased: {},
} satisfies FieldClasses<UserEmailEvent>
