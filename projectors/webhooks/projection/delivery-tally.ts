import { tallyOf } from '../../read-models/activity-row.ts'
import type { DeliveryRow } from './delivery-rows.ts'

/** What a delivery counts for: how far it came by now, and how often it was tried. A test is no traffic. */
export const deliveryTally = tallyOf<DeliveryRow>(
  ['listed_in', 'status', 'attempts'],
  ({ listed_in, status, attempts }) =>
    listed_in === null
      ? {}
      : { [`deliveries.${status}`]: 1, ...(attempts === 0 ? {} : { attempts }) },
)
