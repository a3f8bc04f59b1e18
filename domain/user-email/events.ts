import type { FieldClasses } from '../field-classes.ts'

/**
 * The user accepts an invitation, and the e-mail address names this user and no other one of any account. Stream: uuid of
 * the address in lower case.
 */
export type EmailClaimed = {
  type: 'EmailClaimed'
  data: { account_id: string; user_id: string; claimed_at: string }
}

/** The e-mail address no longer names this user; it may name another one. */
export type EmailReleased = {
  type: 'EmailReleased'
  data: { account_id: string; user_id: string; released_at: string }
}

export type UserEmailEvent = EmailClaimed | EmailReleased

export const USER_EMAIL_FIELDS = {
  EmailClaimed: {},
  EmailReleased: {},
} satisfies FieldClasses<UserEmailEvent>
