import { tallyOf } from '../../read-models/activity-row.ts'
import type { DeliveryRow } from './delivery-rows.ts'

/** What a delivery counts for: its status and its number of attempts. Tests count for nothing. */
export const deliveryTally = tallyOf<DeliveryRow>(
  ['listed_in', 'status', 'attempts'],
  ({ listed_in, status, attempts }) =>
    listed_in === null
      ? {}
      : { [`deliveries.${status}`]: 1, ...(attempts === 0 ? {} : { attempts }) },
)
