import { type Counts, durationBound } from '@recado/application/read-models/figures'
import type { Tally } from '../engine/table.ts'
import { tallyOf } from './activity-row.ts'
import type { MessageRow } from './message-row.ts'
import { trackWait } from './waiting-conversations.ts'

const counted = tallyOf<MessageRow>([], countsOf)

export const messageTally: Tally<MessageRow> = {
  // Messages are never removed.
  columns: [],
  async change(before, after, rows) {
    await counted.change(before, after, rows)
    await trackWait(before, after, rows)
  },
}

function countsOf(row: MessageRow): Counts {
  if (row.direction === 'inbound') return { received: 1 }
  const { status, error_class, origin, created_at, delivered_at } = row
  return {
    [`outbound.${status}`]: 1,
    ...(error_class === null ? {} : { [`failed.${error_class}`]: 1 }),
    // An external message was not sent by us, and the time of its request is unknown.
    ...(origin === 'external' || delivered_at === null
      ? {}
      : { [`delivered_in.${durationBound(created_at, delivered_at)}`]: 1 }),
  }
}
