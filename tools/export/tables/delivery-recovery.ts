import type {
  DELIVERY_RECOVERY_FIELDS,
  DeliveryRecoveryEvent,
} from '@recado/domain/delivery-recovery/events'
import type { ColumnsOf } from '../columns.ts'

export const deliveryRecovery: ColumnsOf<DeliveryRecoveryEvent, typeof DELIVERY_RECOVERY_FIELDS> = {
  recovery_id: 'text',
  connection_id: 'text',
  webhook_id: 'text',
  since: 'text',
  from: 'integer',
  through: 'integer',
  found: 'integer',
  enqueued: 'integer',
  requested_at: 'timestamp',
  advanced_at: 'timestamp',
  completed_at: 'timestamp',
}
