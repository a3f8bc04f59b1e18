import type { FieldClasses } from '../field-classes.ts'

/** Everything of a connection since a time that its webhook never took is to be delivered. Stream: the recovery. */
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

/** So far the recovery has looked: each event up to a place in the log is delivered, on its way, or was asked for. */
export type RecoveryAdvanced = {
  type: 'RecoveryAdvanced'
  data: {
    recovery_id: string
    connection_id: string
    /** Log id of the last event looked at before; -1 at first. */
    from: number
    through: number
    /** Events between the two that were never delivered. */
    found: number
    advanced_at: string
  }
}

/** Nothing is left to look at. */
export type RecoveryCompleted = {
  type: 'RecoveryCompleted'
  data: {
    recovery_id: string
    connection_id: string
    /** Events that were never delivered. */
    found: number
    /** Deliveries that were made of them; the others were on their way. */
    enqueued: number
    completed_at: string
  }
}

export type DeliveryRecoveryEvent = RecoveryRequested | RecoveryAdvanced | RecoveryCompleted

/** Which fields of each fact are personal or raw. */
export const DELIVERY_RECOVERY_FIELDS = {
  RecoveryRequested: {},
  RecoveryAdvanced: {},
  RecoveryCompleted: {},
} satisfies FieldClasses<DeliveryRecoveryEvent>
