import { table } from '../../engine/table.ts'

export type DeliveryRecoveryRow = {
  readonly id: string
  readonly account_id: string
  readonly connection_id: string
  readonly since: string
  readonly status: 'running' | 'done'
  readonly found: number
  readonly enqueued: number
  readonly through: number
  /** Log id of the request, or of the first step: later events are delivered without the recovery. */
  readonly until: number
  readonly requested_at: string
}

export const deliveryRecoveries = table<DeliveryRecoveryRow>({ name: 'delivery_recoveries' })
