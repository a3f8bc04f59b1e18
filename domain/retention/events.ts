import type { JournalCategory } from '../category.ts'
import type { FieldClasses } from '../field-classes.ts'

/** Journals that are kept for a limited time, by day: raw provider events, and outcomes of deliveries. */
export type KeptJournal = Exclude<JournalCategory, 'providerPost'>

/**
 * Everything recorded before a time is dropped: first from the read models, then from the log. Of `webhookDelivery`
 * that is every delivery of an event recorded before it, with all that followed; of `providerEvent` every raw event,
 * with the deliveries that passed it on as received.
 */
export type RetentionApplied = {
  type: 'RetentionApplied'
  data: {
    /** null: raw events that belong to no account. */
    account_id: string | null
    category: KeptJournal
    /** ISO 8601 UTC with milliseconds; never earlier than in the previous fact of the same category. */
    before: string
    applied_at: string
  }
}

/**
 * What was said before a time is destroyed, and who said it stays known. Of an account: its messages, those of histories
 * and names of files lose it. Of the installation: the keys under which the log has it may be destroyed, because every
 * account has lost it.
 */
export type MessagesExpired = {
  type: 'MessagesExpired'
  data: {
    /** null: the keys of all accounts. */
    account_id: string | null
    /** ISO 8601 UTC with milliseconds. */
    before: string
    expired_at: string
  }
}

export type RetentionEvent = RetentionApplied | MessagesExpired

export const RETENTION_FIELDS = {
  RetentionApplied: {},
  MessagesExpired: {},
} satisfies FieldClasses<RetentionEvent>
