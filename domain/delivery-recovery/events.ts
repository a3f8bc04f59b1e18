import type { FieldClasses } from '../field-classes.ts'

/**
 * A recovery was requested: all events of a connection since a time that its webhook never accepted are to be
 * delivered. Stream: the recovery's id.
 */
export type RecoveryRequested = {
  type: 'RecoveryRequested'
  data: {
    recovery_id: string
    connection_id: string
    webhook_id: string
    /** ISO 8601. */
    since: string
    requested_at: string
  }
}

/**
 * A recovery looked at the events up to a place in the log: each is delivered, on its way, or enqueued by the recovery.
 */
export type RecoveryAdvanced = {
  type: 'RecoveryAdvanced'
  data: {
    recovery_id: string
    connection_id: string
    /** Log id of the last event that was looked at before; -1 at first. */
    from: number
    through: number
    /** Events between the two that were never delivered. */
    found: number
    advanced_at: string
  }
}

/** The recovery has looked at all events. */
export type RecoveryCompleted = {
  type: 'RecoveryCompleted'
  data: {
    recovery_id: string
    connection_id: string
    /** Events that were never delivered. */
    found: number
    /** Deliveries that were made for them; the other events were on their way already. */
    enqueued: number
    completed_at: string
  }
}

export type DeliveryRecoveryEvent = RecoveryRequested | RecoveryAdvanced | RecoveryCompleted

export const DELIVERY_RECOVERY_FIELDS = {
  RecoveryRequested: {},
  RecoveryAdvanced: {},
  RecoveryCompleted: {},
} satisfies FieldClasses<DeliveryRecoveryEvent>
