import { CheckpointMoved } from './checkpoint.ts'

/**
 * SQLSTATE classes about the connection (08), the transaction (25, 40), rights (28, 42), the database (3D), resources
 * (53), locks (55), the operator (57), the system (58) or Postgres itself (XX).
 */
const NOT_THE_EVENTS = /^(08|25|28|3D|40|42|53|55|57|58|XX)...$/

/** Whether no event can be the cause of the error. Any other error is examined by applying the event alone (docs/adr/0020). */
export function isInfrastructureError(error: unknown): boolean {
  if (error instanceof CheckpointMoved) return true
  if (!(error instanceof Error) || !('code' in error)) return false
  return 'syscall' in error || NOT_THE_EVENTS.test(String(error.code))
}
