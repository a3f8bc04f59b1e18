import type { FieldClasses } from '../field-classes.ts'

/** Journals that are kept by day for a time: raw provider events, and what came of deliveries. */
export type KeptJournal = 'providerEvent' | 'webhookDelivery'

/**
 * What was recorded before a time is kept no longer: it leaves the read models, and then the log. Of `webhookDelivery`
 * these are deliveries of events recorded before it, with all that followed; of `providerEvent` raw events, with what was
 * delivered of them as it came.
 */
export type RetentionApplied = {
  type: 'RetentionApplied'
  data: {
    /** null: raw events that belong to no account. */
    account_id: string | null
    category: KeptJournal
    /** ISO 8601 UTC with milliseconds; never earlier than in the fact before of the same category. */
    before: string
    applied_at: string
  }
}

export type RetentionEvent = RetentionApplied

/** Which fields of each fact are personal or raw. */
export const RETENTION_FIELDS = { RetentionApplied: {} } satisfies FieldClasses<RetentionEvent>
