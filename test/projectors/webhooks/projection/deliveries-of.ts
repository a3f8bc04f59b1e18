import { OUTBOUND_BODY } from '@recado/application/read-models/outbound-events'
import { withSequence } from '@recado/application/webhooks/with-sequence'
import type { DeliveryRow } from '@recado/projectors/webhooks/projection/delivery-rows'
import type { Projecting } from '../../../kit/projecting.ts'

/** The deliveries to a connection's webhook, in order, each with its POST body. */
export async function deliveriesOf(projector: Projecting, of: { connection_id: string }) {
  const rows = await projector.query<DeliveryRow & { body: string }>(
    `select d.*, ${OUTBOUND_BODY} as body from deliveries d
     join outbound_events e on e.id = d.event_id where d.connection_id = $1 order by ordinal`,
    [of.connection_id],
  )
  return rows.map(({ body, ...row }) => ({ ...row, payload: withSequence(body, row.sequence) }))
}
